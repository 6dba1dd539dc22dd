import { ScanCommand } from "@aws-sdk/client-dynamodb";
import { keyOfAttempts } from "@shardwatch/core/attempts/attempts.table";
import type { IdentityProvider } from "@shardwatch/core/ports/identity";
import { batchGetAll } from "@shardwatch/core/table/batch";
import { timeToLiveAttribute } from "@shardwatch/core/table/schema";
import type { StoredRow } from "@shardwatch/core/table/row";
import { everyMinute } from "@shardwatch/functions/jobs/minute";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Integrations, startIntegrations, testedIntegrations } from "../support/integrations/all.ts";
import { takeCensus } from "../support/census.ts";
import { channelsIn, mailOf } from "../support/channels.ts";
import { lookAt } from "../support/incidents.ts";
import { unreachable } from "../support/own-api.ts";
import { invite, inviteByEmail } from "../support/invitations.ts";
import { signInByOpenId } from "../support/played-openid.ts";
import { passkeyStory } from "../support/passkeys.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { readByAssistants } from "../support/assistants.ts";
import { commandLine, commandLines } from "../support/personal-sessions.ts";
import { kindOf } from "../support/row-kinds.ts";
import { shareDatabase } from "../support/share-database.ts";
import { manageOne } from "../support/managed.ts";
import { silenceRule } from "../support/silences.ts";
import { call, createKey, type Person, signUp, startWorld, webOrigin, type World } from "../support/world.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How long each kind of row is kept from now on, in milliseconds; null is until it is deleted. */
const lifetimes: Record<string, number | null> = {
  session: 15 * minute,
  "attempts to sign in": 10 * minute,
  "attempts that a third party refused": hour,
  "attempts within a day": 12 * hour,
  "tests of channels": hour,
  acknowledgements: hour,
  "provider session": 7 * day,
  "sign-in link": 15 * minute,
  "link of an invitation": 7 * day,
  "own session": 7 * day,
  "audit event": 400 * day,
  change: 400 * day,
  notification: 90 * day,
  tombstone: 90 * day,
  pulse: 90 * day,
  // The day began twelve hours ago.
  totals: 400 * day - 12 * hour,
  sparks: 2 * day,
  gathering: 3 * hour,
  "resolved invitation": 90 * day,
  "pending invitation": 120 * day,
  invitee: 120 * day,
  "past incident": 400 * day,
  // It works for 90 days.
  token: 120 * day,
  "token entry": 120 * day,
  // A token may work for 366 days.
  "ended secret": 396 * day,
  "client token": 400 * day,
  "device login": 10 * minute,
  "personal session": 90 * day,
  // It ends in an hour.
  silence: hour + day,
  delivery: 30 * day,
  "open incident": null,
  "shared organization": null,
  "fleet rest": null,
  "incident clock": null,
  "incident state": null,
  "patched versions": null,
  ticks: null,
  canary: null,
  // The lease of a job lasts 90 seconds.
  "job lease": day + minute + minute / 2,
  "scheduled run": null,
  "vault key": null,
  "first person": null,
  "attempt secret": null,
  "configuration file": null,
  "configuration entry": null,
  channel: null,
  "channel names": null,
  "mail settings": null,
  "forgotten deployment": null,
  passkey: null,
  "passkey holder": null,
  "passkey list": null,
  account: null,
  identity: null,
  email: null,
  organization: null,
  member: null,
  "access key": null,
  credential: null,
  ...Object.fromEntries(testedIntegrations.flatMap(({ rows }) => rows.map(([, kind]) => [kind, null]))),
  summary: null,
  detail: null,
  "last change": null,
  usage: null,
  assistants: null,
  quota: null,
};

/**
 * The kind of a row, and which of its lifetimes applies.
 * @param signIns the keys of the attempts to sign in; keys of attempts are hashes
 * @param person who tests the channels of their organization, and says what is patched
 */
function lifetimeOf(row: StoredRow, signIns: ReadonlySet<string>, person: Person): string {
  const kind = kindOf(row);
  if (kind === "attempts" && signIns.has(row.pk)) return "attempts to sign in";
  const isHourly = (what: string, id: string) =>
    row.pk === keyOfAttempts(what, id, world.clock.now() + hour).pk;
  if (isHourly("tests of channels", person.organizationId)) return "tests of channels";
  if (isHourly("acknowledgements", person.accountId)) return "acknowledgements";
  // Attempts without a failure were taken back. What counts for a day was done.
  if (kind === "attempts")
    return row["attempts"] === 0 ? "attempts that a third party refused" : "attempts within a day";
  if (kind === "invitation")
    return row["status"] === "pending" ? "pending invitation" : "resolved invitation";
  if (kind === "sign-in link" && row["invitationId"] !== undefined) return "link of an invitation";
  if (kind === "incident") return row.sk.startsWith("INCIDENT#") ? "past incident" : "open incident";
  return kind;
}

/** Knows one person, by one cookie. */
const identity: IdentityProvider = {
  cookieName: "JSESSIONID",
  whoIs: (cookie) =>
    Promise.resolve(
      cookie.reveal() === "known"
        ? { outcome: "known", identity: { ...newcomer, company: undefined } }
        : { outcome: "refused", asked: true },
    ),
  signOut: () => Promise.resolve({ asked: true }),
};
const newcomer = { redisCloudId: "4242", email: "new@example.com", firstName: "New", lastName: "Comer" };

let integrations: Integrations;
let world: World;

beforeAll(async () => {
  integrations = await startIntegrations();
  world = await startWorld({ ...integrations.ports, identity });
  // A window for sign-ins begins every full ten minutes, one for refused attempts every full hour. One for what a day
  // limits begins at midnight.
  world.clock.time = Date.parse("2026-03-01T12:00:00.000Z");
});
afterAll(async () => {
  await world.stop();
  await integrations.stop();
});

async function everyRow(): Promise<StoredRow[]> {
  const client = world.database.client();
  const { Items = [] } = await client.send(new ScanCommand({ TableName: world.database.tableName }));
  client.destroy();
  const keys = Items.map(({ pk, sk }) => ({ pk: pk?.S ?? "", sk: sk?.S ?? "" }));
  return await batchGetAll(world.services.table, keys);
}

/** Calls the API with a cookie from an address, as API Gateway passes it on. */
async function callThroughGateway(path: string, cookie: string): Promise<Response> {
  const from = { requestContext: { http: { sourceIp: "198.51.100.7" } } };
  const init = { method: "POST", headers: { origin: webOrigin, cookie } };
  return await world.app.request(path, init, from);
}

/** Accepts, declines and cancels one invitation each, and leaves a fourth pending. */
async function inviteFour(host: Person): Promise<void> {
  const guests = await Promise.all([1, 2, 3, 4].map(() => signUp(world)));
  for (const [index, guest] of guests.entries()) {
    const id = await invite(world, host, guest);
    const [answer, as] = [["accept", guest] as const, ["reject", guest] as const, ["cancel", host] as const][
      index
    ] ?? [undefined, host];
    if (answer) expect((await call(world, "POST", `/invitations/${id}/${answer}`, { as })).status).toBe(204);
  }
}

/** The organization's agents are silent, come back, and are silent again. */
async function incidents(person: Person): Promise<void> {
  const now = world.clock.now();
  for (const time of [now + hour, now - 2 * minute, now, now + 2 * hour])
    await lookAt(world, person, { time });
  await silenceRule(world, person, "unwell");
  const version = { engine: "redis", version: "7.2.4" };
  expect((await call(world, "POST", "/patched-versions", { as: person, body: version })).status).toBe(200);
  await everyMinute(world.services, world.queue, unreachable);
}

async function channels(person: Person): Promise<void> {
  const { ask, addWebhook } = channelsIn(world);
  // A webhook is added a millisecond later than what is before it.
  world.clock.advance(-1);
  await addWebhook(person);
  await ask(person, "POST", `/channels/${mailOf(person)}/test`);
  await ask(person, "PUT", "/me/mail", { on: false });
}

/** When a row was written. Messages of passes have the time of their pass. */
function writtenAt(row: StoredRow): number {
  const time = kindOf(row) === "delivery" ? row["createdAt"] : undefined;
  return typeof time === "number" ? time : world.clock.now();
}

const expected = (lifetime: number, from = world.clock.now()) => Math.ceil((from + lifetime) / 1_000);

test("R16 SES16 rows that are of no use after a time carry that time in seconds, and all others none", async () => {
  expect((await callThroughGateway("/auth/login", "JSESSIONID=known")).status).toBe(204);
  expect((await callThroughGateway("/auth/login", "JSESSIONID=made-up")).status).toBe(401);
  await signInByOpenId(world);
  await passkeyStory(world, "keyed@example.com");
  const person = await signUp(world);
  await commandLines(world, person);
  const signIns = new Set((await everyRow()).filter((row) => kindOf(row) === "attempts").map(({ pk }) => pk));
  const { compositeKey } = await createKey(world, person);
  await readByAssistants(world, person, (await commandLine(world, person)).secret);
  const repeatable = { name: "Repeatable key", clientToken: "one" };
  expect((await call(world, "POST", "/access-key", { as: person, body: repeatable })).status).toBe(201);
  const answer = await send(world, compositeKey, reportOf(world, [reported("kept"), reported("deleted")]));
  const { deployments } = (await answer.json()) as { deployments: { id: string }[] };
  await call(world, "DELETE", `/deployments/${deployments[1]?.id}`, { as: person });
  for (const { connect } of integrations.all) await connect(world, person);
  await inviteFour(person);
  await inviteByEmail(world, person, "newcomer@example.com");
  await takeCensus(world, person);
  await incidents(person);
  await channels(person);
  await shareDatabase(world);
  await manageOne(world, integrations);

  const seen = new Set<string>();
  for (const row of await everyRow()) {
    const kind = lifetimeOf(row, signIns, person);
    const lifetime = lifetimes[kind];
    if (lifetime === undefined) throw new Error(`say in this test whether rows like "${kind}" expire`);
    seen.add(kind);
    expect(row[timeToLiveAttribute], kind).toBe(
      lifetime === null ? undefined : expected(lifetime, writtenAt(row)),
    );
  }
  expect([...seen].toSorted()).toEqual(Object.keys(lifetimes).toSorted());
});

test("R16 SES17 what is used goes on living: a session that is renewed, and the pulse of an agent that reports", async () => {
  const login = await callThroughGateway("/auth/login", "JSESSIONID=known");
  const [session = ""] = (login.headers.get("set-cookie") ?? "").split(";");
  const { compositeKey } = await createKey(world, await signUp(world));
  await send(world, compositeKey, reportOf(world, [reported("living")]));
  const before = await timesToLive();
  world.clock.advance(5 * minute);
  expect((await callThroughGateway("/me", `JSESSIONID=known; ${session}`)).status).toBe(200);
  await send(world, compositeKey, reportOf(world, [reported("living")]));
  const after = [...(await timesToLive())].filter(([key, time]) => before.get(key) !== time);
  const changed = after.filter(([key]) => /SESSION|PULSE/.test(key));
  expect(changed).toHaveLength(2);
  expect(new Set(changed.map(([, time]) => time))).toEqual(
    new Set([expected(90 * day), expected(15 * minute)]),
  );
});

/** The expiry of the rows that expire, by key. */
async function timesToLive(): Promise<Map<string, unknown>> {
  return new Map((await everyRow()).map((row) => [`${row.pk} ${row.sk}`, row[timeToLiveAttribute]]));
}
