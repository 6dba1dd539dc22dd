import { mostRefusals } from "@shardwatch/core/audit/bounded";
import { auditKind, type AuditRow } from "@shardwatch/core/audit/audit.table";
import { type AuditedAction, auditedActions, done } from "@shardwatch/core/contract/people/audited-actions";
import { applyKeys } from "@shardwatch/core/managed/apply";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";
import { afterAll, beforeAll, expect, test } from "vitest";
import { declaredAudits } from "../architecture/walk.ts";
import { invite } from "../support/invitations.ts";
import { loseReplica } from "../support/lost-replica.ts";
import { entry, makeKey } from "../support/managed.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { type EventWrites, watchEvents } from "../support/event-writes.ts";
import { PersonsBrowser } from "../support/openid-world.ts";
import { enterBy, passkeyStory, withPasskeys } from "../support/passkeys.ts";
import { type Integrations, startIntegrations } from "../support/integrations/all.ts";
import { readByAssistants } from "../support/assistants.ts";
import { commandLine } from "../support/personal-sessions.ts";
import { createToken } from "../support/tokens.ts";
import { call, createKey, join, signUp, startWorld, type World } from "../support/world.ts";
import { type Cast, cast, paramsOf } from "./cast.ts";
import { matrix } from "./matrix.ts";
import { type PersonKind, type Tenant, tenants } from "./verdicts.ts";

/*
 * Every changing route of the matrix is called by every person with every object. What the route declares for
 * the audit must be there afterwards, of a success and of a refusal.
 */

/** Knows one person, by one cookie. */
const identity: IdentityProvider = {
  cookieName: "JSESSIONID",
  whoIs: (cookie) =>
    Promise.resolve(
      cookie.reveal() === "known"
        ? {
            outcome: "known",
            identity: {
              redisCloudId: "4242",
              email: "new@example.com",
              firstName: "New",
              lastName: "Comer",
              company: undefined,
            },
          }
        : { outcome: "refused", asked: true },
    ),
  signOut: () => Promise.resolve({ asked: true }),
};

/** The actions that these tests have seen done or, where they are refusals themselves, refused. */
const seen = new Set<AuditedAction>();
const refusedThemselves: ReadonlySet<AuditedAction> = new Set([
  "deployment.refused",
  "account.passkeyRefused",
]);

let world: World;
let watched: EventWrites;
let actors: Cast;
let integrations: Integrations;

beforeAll(async () => {
  integrations = await startIntegrations();
  watched = watchEvents(await startWorld({ ...integrations.ports, identity }));
  world = watched.world;
  actors = await cast(world, integrations);
});
afterAll(async () => {
  await world.stop();
  await integrations.stop();
});

/** The events of one request, from every audit that it has written to. */
async function eventsOf(requestId: string | null): Promise<AuditRow[]> {
  const touched = new Set(world.recorder.sent.flatMap(({ partitions }) => partitions));
  const audits = [...touched].filter((partition) => partition.startsWith("AUDIT#"));
  const rows = await Promise.all(audits.map((pk) => world.services.table.queryAll({ pk, prefix: "" })));
  const events = rows.flat().map(auditKind.read);
  for (const { action, result } of events)
    if (result === done || refusedThemselves.has(action)) seen.add(action);
  return events.filter((event) => event.requestId === requestId);
}

const people = ["viewer", "orgAdmin", "superAdmin"] as const satisfies readonly PersonKind[];

async function ask(name: string, person: PersonKind, tenant: Tenant) {
  const answer = await actors.request({ name, person, tenant, body: matrix[name]?.body });
  const events = await eventsOf(answer.headers.get("x-request-id"));
  return { status: answer.status, events };
}

const refusals = [403, 404, 409];

/** A public route knows nobody whose refusal it could record. */
const knowsCaller = (name: string) => matrix[name]?.verdicts.nobody === 401;

const changing = Object.keys(matrix).filter((name) => !name.startsWith("GET "));
/** Of one person, 60 refusals an hour are recorded. All routes together have more, so each third has its own people. */
const thirds = [1, 2].map((third) => changing[Math.floor((changing.length * third) / 3)]);

test.each(changing)(
  "AUD01 %s records its action, done or refused, once for each organization",
  async (name) => {
    if (thirds.includes(name)) actors = await cast(world, integrations);
    const action = declaredAudits(world.app).get(name) as AuditedAction | null | undefined;
    expect(action, "x-audit").not.toBeUndefined();
    for (const person of people)
      for (const tenant of paramsOf(name).length > 0 ? tenants : (["own"] as const)) {
        const { status, events } = await ask(name, person, tenant);
        const which = `${person} ${tenant} ${status}`;
        const of = events.filter((event) => event.action === action);
        if (action !== null && status < 300) {
          expect(of.length, which).toBeGreaterThan(0);
          for (const { result } of of) expect(result, which).toBe("ok");
        } else if (action !== null && refusals.includes(status) && knowsCaller(name)) {
          expect(events, which).toHaveLength(1);
          expect(of[0]?.result, which).toMatch(/^(?!OK$)[A-Z_]+$/);
        } else expect(events, which).toEqual([]);
      }
  },
);

test("AUD03 every audited action occurs: those of no route are a sign-in, a look, a move, a refused report, a renamed key of a file, one's own mail, an intention, a patched version, a rule that is reset, a link, passkeys, uses of a token, a command line, assistants and refusals that are left out", async () => {
  const cookie = "JSESSIONID=known";
  expect((await call(world, "POST", "/auth/login", { headers: { cookie } })).status).toBe(204);
  await eventsOf(null);
  await actors.get("superAdmin", `/deployments?organizationId=${actors.other.organizationId}`);
  await eventsOf(null);

  const watcher = await signUp(world, {}, ["VIEWER"]);
  const [host, guest] = [await signUp(world), await signUp(world, {}, ["VIEWER"])];
  const owner = await createKey(world, host, "Owner");
  const colleague = await signUp(world, {}, ["VIEWER"]);
  await join(world, colleague, host);
  const other = await createKey(world, colleague, "Other");
  await createKey(world, guest, "Moving");
  const agent = (id: string) => ({ agent: { id: id.padEnd(16, "0"), version: "1.0.0" } });
  await send(world, owner.compositeKey, reportOf(world, [reported("cache")], agent("owner")));
  world.clock.advance(60_000);
  await send(world, other.compositeKey, reportOf(world, [reported("cache")], agent("other")));
  const id = await invite(world, host, guest);
  await call(world, "POST", `/invitations/${id}/accept`, { as: guest });
  await call(world, "DELETE", `/me/organization/members/${colleague.accountId}`, { as: host });
  await call(world, "POST", "/me/organization", { as: colleague, body: { name: "Fresh start" } });
  const key = makeKey(world);
  for (const name of ["Before", "After"])
    await applyKeys(world.services, [entry("audited", { agentKeys: [{ ...key, name }] })]);
  for (const on of [false, true]) await call(world, "PUT", "/me/mail", { as: host, body: { on } });
  const { secret: session } = await commandLine(world, host);
  await call(world, "GET", "/views", { key: session, from: "198.51.100.9" });
  await readByAssistants(world, host, session);
  await call(world, "DELETE", "/token", { key: session });
  for (let count = 0; count <= mostRefusals; count += 1)
    await call(world, "POST", "/invitations", { as: watcher, body: { inviteeEmail: "a@b.example" } });
  const lost = await loseReplica(world);
  await call(world, "POST", `/incidents/${lost.id}/intention`, { as: lost.as });
  const body = { engine: "redis", version: "7.2.4" };
  await call(world, "POST", "/patched-versions", { as: lost.as, body });
  await call(world, "DELETE", "/patched-versions?engine=redis&version=7.2.4", { as: lost.as });
  for (const changes of [{ severity: "info" }, {}])
    await call(world, "PUT", "/rules/unwell/changes", { as: lost.as, body: changes });
  const { secret } = await createToken(world, lost.as);
  for (const from of ["192.0.2.7", "192.0.2.8"]) await call(world, "GET", "/views", { key: secret, from });
  const copied = await passkeyStory(world, "keyed@example.com");
  world.clock.advance(1);
  expect((await enterBy(new PersonsBrowser(withPasskeys(world)), copied)).status).toBe(401);
  await eventsOf(null);
  expect(auditedActions.filter((action) => !seen.has(action))).toEqual([]);
});

test("AUD01 whatever these tests have done, only refusals and looks are in the audit without a change", () => {
  expect(watched.writes.length).toBeGreaterThan(changing.length);
  const alone = watched.writes.filter(({ changes }) => changes.length === 0).flatMap(({ events }) => events);
  const withoutChange = /^(deployment\.refused|audit\.refusalsLeftOut|organization\.viewed) ok$/;
  expect(alone.filter((event) => event.endsWith(" ok") && !withoutChange.test(event))).toEqual([]);
});
