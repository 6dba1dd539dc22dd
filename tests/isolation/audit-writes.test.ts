import type { AuditedAction } from "@shardwatch/core/contract/people/audited-actions";
import { linkFor } from "@shardwatch/core/own-sign-in/links";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";
import { work } from "@shardwatch/functions/jobs/work";
import { afterAll, beforeAll, expect, test } from "vitest";
import { declaredAudits } from "../architecture/walk.ts";
import { superAdmin } from "../support/administer.ts";
import { watchEvents } from "../support/event-writes.ts";
import { type Integrations, startIntegrations } from "../support/integrations/all.ts";
import { accountIdOf } from "../support/integrations/elasticache.ts";
import { loseReplica } from "../support/lost-replica.ts";
import { PersonsBrowser } from "../support/openid-world.ts";
import {
  addPasskey,
  arrived,
  askForNew,
  askToEnter,
  authenticator,
  withPasskeys,
} from "../support/passkeys.ts";
import { beginLogin, commandLine } from "../support/personal-sessions.ts";
import { createToken } from "../support/tokens.ts";
import { call, signUp, startWorld, type World } from "../support/world.ts";
import { type Cast, cast } from "./cast.ts";
import { matrix } from "./matrix.ts";
import type { PersonKind, Verdict } from "./verdicts.ts";

/*
 * A change and its event are one transaction. The process dies when it is about to write the event: no change may be
 * there. Then the same request runs to its end: no event may be written without a change.
 */

/** Every cookie is of a person of its own, who has not been here before. */
const identity: IdentityProvider = {
  cookieName: "JSESSIONID",
  whoIs: (cookie) => {
    const [redisCloudId, email] = [cookie.reveal(), `new${cookie.reveal()}@example.com`];
    const person = { redisCloudId, email, firstName: "New", lastName: "Comer", company: undefined };
    return Promise.resolve({ outcome: "known", identity: person });
  },
  signOut: () => Promise.resolve({ asked: true }),
};

let world: World;
let actors: Cast;
let integrations: Integrations;

beforeAll(async () => {
  integrations = await startIntegrations();
  world = await startWorld({ ...integrations.ports, identity });
  actors = await cast(world, integrations);
});
afterAll(async () => {
  await world.stop();
  await integrations.stop();
});

/** Prepares a call in the normal world. The returned one goes to a world whose writes are watched. */
type Scenario = () => Promise<(watched: World) => Promise<Response>>;

let cookies = 5_000;

let readAccount: ReturnType<typeof connectAndRead> | undefined;

/** An AWS account after its first reading, when the price of its details is known. */
async function connectAndRead() {
  const as = await signUp(world);
  const { aws, connect } = integrations.of.elasticache;
  aws.state.accounts[accountIdOf(1)] = { regions: ["eu-west-1"], parameterGroups: {}, caches: {} };
  const id = await connect(world, as, 1);
  for (let next = world.queue.take(); next; next = world.queue.take())
    if (JSON.stringify(next.job).includes(id)) await work(world.services, JSON.stringify(next.job));
  return { as, id };
}

const vulnerable = { engine: "redis", version: "7.2.4" };

const keyed = (name: string) => arrived(withPasskeys(world), `${name}${(cookies += 1)}@example.com`);

/** A call with the cookies of a person's browser, where people have passkeys. */
const by = (one: PersonsBrowser, method: string, path: string, body?: unknown) => (watched: World) => {
  const cookie = [...one.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return call(withPasskeys(watched), method, path, { headers: { cookie }, body });
};

/** The time of the last sign-in, which no event is about. */
const isNoted = (name: string, row: string) => name === "POST /sign-in/passkey" && row.endsWith(" ACCOUNT");

/** Routes that refuse the cast: people of their own call them. A day passes in the last one, which ends sessions. */
const scenarios: Record<string, Scenario> = {
  "POST /auth/login": async () => {
    const cookie = `JSESSIONID=${(cookies += 1)}`;
    return await Promise.resolve((watched) => call(watched, "POST", "/auth/login", { headers: { cookie } }));
  },
  "POST /sign-in/link": async () => {
    const { url } = await linkFor(world.services, `comes${(cookies += 1)}@example.com`);
    const token = new URL(url).hash.slice(1);
    return by(new PersonsBrowser(world), "POST", "/sign-in/link", { token });
  },
  "POST /accounts/{id}/sign-in-link": async () => {
    const root = await arrived(withPasskeys(world), "root@example.com");
    return by(root, "POST", `/accounts/${(await root.user()).id}/sign-in-link`);
  },
  "POST /sign-in/passkey": async () => {
    const [one, key] = [await keyed("signs-in"), authenticator()];
    await addPasskey(one, key);
    return by(one, "POST", "/sign-in/passkey", key.sign(await askToEnter(one)));
  },
  "POST /me/passkeys": async () => {
    const one = await keyed("adds");
    return by(one, "POST", "/me/passkeys", { answer: authenticator().make(await askForNew(one)) });
  },
  "DELETE /me/passkeys/{id}": async () => {
    const one = await keyed("removes");
    const { id } = await addPasskey(one, authenticator());
    await addPasskey(one, authenticator());
    return by(one, "DELETE", `/me/passkeys/${id}`);
  },
  "POST /device-logins/decision": async () => {
    const [as, { userCode: code }] = [await signUp(world), await beginLogin(world)];
    const body = { code, allow: true, scopes: ["read"] };
    return (watched) => call(watched, "POST", "/device-logins/decision", { as, body });
  },
  "DELETE /command-line-sessions/{id}": async () => {
    const as = await signUp(world);
    const { id } = await commandLine(world, as);
    return (watched) => call(watched, "DELETE", `/command-line-sessions/${id}`, { as });
  },
  "DELETE /token": async () => {
    const { secret: key } = await createToken(world, await signUp(world));
    // The first use is an event of its own.
    await call(world, "GET", "/views", { key });
    return (watched) => call(watched, "DELETE", "/token", { key });
  },
  "POST /me/organization": async () => {
    const [root, as] = [await superAdmin(world), await signUp(world)];
    await call(world, "DELETE", `/organizations/${as.organizationId}`, { as: root });
    return (watched) => call(watched, "POST", "/me/organization", { as, body: { name: "Fresh start" } });
  },
  "PUT /api/elasticache/{id}/detailed-history": async () => {
    const { as, id } = await (readAccount ??= connectAndRead());
    const path = `/api/elasticache/${id}/detailed-history`;
    return (watched) => call(watched, "PUT", path, { as, body: { on: true } });
  },
  "POST /incidents/{id}/intention": async () => {
    const { as, id } = await loseReplica(world);
    return (watched) => call(watched, "POST", `/incidents/${id}/intention`, { as });
  },
  "POST /patched-versions": async () => {
    const as = await signUp(world);
    return (watched) => call(watched, "POST", "/patched-versions", { as, body: vulnerable });
  },
  "DELETE /patched-versions": async () => {
    const as = await signUp(world);
    await call(world, "POST", "/patched-versions", { as, body: vulnerable });
    const path = `/patched-versions?${new URLSearchParams(vulnerable).toString()}`;
    return (watched) => call(watched, "DELETE", path, { as });
  },
};

const people = ["viewer", "orgAdmin", "superAdmin"] as const satisfies readonly PersonKind[];
const own = (verdict: Verdict) => (typeof verdict === "number" ? verdict : verdict.own);

/** A call of somebody of the cast whom the route serves; undefined when there is none. */
function callOfCast(name: string): Scenario | undefined {
  const person = people.find((one) => own(matrix[name]?.verdicts[one] ?? 404) < 300);
  if (person === undefined) return undefined;
  const asked = { name, person, tenant: "own", body: matrix[name]?.body } as const;
  return () => Promise.resolve((through) => actors.request({ ...asked, through }));
}

const byCast = Object.keys(matrix).filter((name) => !name.startsWith("GET ") && !(name in scenarios));

test.each([...byCast, ...Object.keys(scenarios)])(
  "AUD01 %s changes nothing without its event, and records nothing without a change",
  async (name) => {
    const action = declaredAudits(world.app).get(name) as AuditedAction | null;
    if (action === null) return;
    const prepare = scenarios[name] ?? callOfCast(name);
    if (!prepare) throw new Error("nobody can call this route: add a scenario");
    const interrupted = watchEvents(world, { cut: true });
    expect((await (await prepare())(interrupted.world)).status).toBe(500);
    const [cut] = interrupted.writes;
    // The event of a refusal would be there whatever happens to the change.
    expect(cut?.events.join()).toMatch(/ ok$/);
    expect(interrupted.before.filter((row) => !isNoted(name, row))).toEqual([]);
    const whole = watchEvents(world);
    expect((await (await prepare())(whole.world)).status).toBeLessThan(300);
    expect(whole.writes.flatMap(({ events }) => events)).toContain(`${action} ok`);
    expect(whole.writes.filter(({ changes }) => changes.length === 0)).toEqual([]);
  },
);
