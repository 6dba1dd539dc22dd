import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { unknownInvitees } from "@shardwatch/core/invitation/invite";
import { refusedKeys } from "@shardwatch/core/redis-cloud/credentials";
import { refusedRoles } from "@shardwatch/core/elasticache/trust";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Aws, externalIdOf, makeRole, roleOf, startAws } from "../support/aws.ts";
import { auditOf } from "../support/audit.ts";
import { type Cloud, keysOf, startCloud } from "../support/redis-cloud.ts";
import { call, join, type Person, signInAgain, signUp, startWorld, type World } from "../support/world.ts";

const hour = 3_600_000;

let aws: Aws;
let cloud: Cloud;
let world: World;
/** The number of attempts with keys at Redis Cloud, and with roles at AWS. */
const asked = { keys: 0, roles: 0 };

beforeAll(async () => {
  aws = await startAws();
  cloud = await startCloud();
  world = await startWorld({
    accounts: {
      "redis-cloud": { read: (...what) => ((asked.keys += 1), cloud.api.read(...what)) },
      elasticache: { ...aws.api, assume: (...what) => ((asked.roles += 1), aws.api.assume(...what)) },
    },
  });
});
beforeEach(async () => {
  await cloud.reset();
  // Every test has its own hours.
  world.clock.advance(2 * hour);
});
afterAll(async () => {
  await world.stop();
  await cloud.stop();
  await aws.stop();
});

const send = async (person: Person, method: string, path: string, body: unknown) =>
  call(world, method, path, { as: await signInAgain(world, person), body });
const wrongKeys = { apiKey: "key-of-1", apiSecret: "wrong" };
const tryKeys = (as: Person, keys: object = wrongKeys) => send(as, "POST", "/redis-cloud", keys);
const statusesOf = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted((one, other) => one - other);
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));
const repeat = (count: number, status: number) => times(count, () => status);

/** Members of one organization. */
async function colleagues(count: number): Promise<Person[]> {
  const [first, ...others] = await Promise.all(times(count, () => signUp(world)));
  if (!first) throw new Error("nobody");
  for (const other of others) await join(world, other, first);
  return [first, ...others];
}

test("SEC19 of sixty wrong keys that are tried at once no more than the limit reach Redis Cloud, and the rest has to wait", async () => {
  const person = await signUp(world);
  asked.keys = 0;
  const statuses = await statusesOf(times(60, () => tryKeys(person)));
  const { perAccount } = refusedKeys;
  expect(statuses).toEqual([...repeat(perAccount, 400), ...repeat(60 - perAccount, 429)]);
  expect(asked.keys).toBe(perAccount);

  const refused = await tryKeys(person, keysOf(1));
  expect(refused.status).toBe(429);
  const body = (await refused.json()) as ProblemBody;
  expect(body.code).toBe("TOO_MANY_REFUSED_KEYS");
  expect(body.message).toMatch(
    /^Too many Redis Cloud keys were rejected\. Please try again in \d+ minutes?\.$/,
  );
  const wait = Number(refused.headers.get("retry-after"));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(3_600);
  expect(
    world.logLines.some((line) => line.includes("too many failures") && line.includes(body.requestId)),
  ).toBe(true);
  // Others are not affected, and the person continues when the hour is over.
  expect((await tryKeys(await signUp(world), keysOf(2))).status).toBe(201);
  world.clock.advance(wait * 1_000);
  expect((await tryKeys(person, keysOf(1))).status).toBe(201);
});

test("SEC19 new keys for a connected account are counted with the others", async () => {
  const person = await signUp(world);
  const { id } = (await (await tryKeys(person, keysOf(3))).json()) as { id: string };
  const change = (keys: object) => send(person, "PUT", `/redis-cloud/${id}`, keys);
  const other = { ...keysOf(4) };
  expect(await statusesOf(times(refusedKeys.perAccount - 1, () => change(other)))).toEqual(
    repeat(refusedKeys.perAccount - 1, 400),
  );
  expect((await tryKeys(person)).status).toBe(400);
  expect((await change(keysOf(3))).status).toBe(429);
  expect((await change({ name: "A name needs nobody's answer" })).status).toBe(200);
});

test("SEC19 an organization's members together are refused too, and somebody who leaves does not take their count along", async () => {
  const { perAccount, perOrganization } = refusedKeys;
  const [first, ...others] = await colleagues(perOrganization / perAccount + 1);
  const last = others.pop();
  if (!first || !last) throw new Error("nobody");
  for (const person of [first, ...others])
    expect(await statusesOf(times(perAccount, () => tryKeys(person)))).toEqual(repeat(perAccount, 400));
  expect((await tryKeys(last)).status).toBe(429);
  // A refused attempt was not counted against the person.
  await join(world, last, await signUp(world));
  expect(await statusesOf(times(perAccount + 1, () => tryKeys(last)))).toEqual([
    ...repeat(perAccount, 400),
    429,
  ]);
});

test("SEC19 whoever has used up their own attempts takes none of their colleagues', however often they try on", async () => {
  const [first, second] = await colleagues(2);
  if (!first || !second) throw new Error("nobody");
  await statusesOf(times(refusedKeys.perAccount, () => tryKeys(first)));
  const as = await signInAgain(world, first);
  world.recorder.clear();
  expect((await call(world, "POST", "/redis-cloud", { as, body: wrongKeys })).status).toBe(429);
  const writes = world.recorder.sent.filter(({ command }) => !/^(Get|BatchGet|Query)/.test(command));
  expect(
    writes.map(({ command }) => command),
    "only at the account's own number",
  ).toEqual(["UpdateItemCommand"]);
  expect((await tryKeys(second, keysOf(1))).status).toBe(201);
});

test("SEC19 R12 what succeeds, and what Redis Cloud could not be asked, is not counted", async () => {
  const person = await signUp(world);
  const { perAccount } = refusedKeys;
  // The number of concurrent attempts is limited too: running ones count.
  for (const from of [100, 100 + perAccount])
    expect(await statusesOf(times(perAccount, (index) => tryKeys(person, keysOf(from + index))))).toEqual(
      repeat(perAccount, 201),
    );
  await cloud.control({ faults: { account: "server-error" } });
  for (let round = 0; round < 2; round += 1)
    expect(await statusesOf(times(perAccount, () => tryKeys(person, keysOf(1))))).toEqual(
      repeat(perAccount, 503),
    );
  await cloud.reset();
  expect(await statusesOf(times(perAccount + 1, () => tryKeys(person)))).toEqual([
    ...repeat(perAccount, 400),
    429,
  ]);
});

test("SEC19 accounts that are connected already are counted: each try is a call of Redis Cloud", async () => {
  const person = await signUp(world);
  expect((await tryKeys(person, keysOf(1))).status).toBe(201);
  const again = times(refusedKeys.perAccount, () => tryKeys(person, keysOf(1)));
  expect(await statusesOf(again)).toEqual(repeat(refusedKeys.perAccount, 409));
  expect((await tryKeys(person, keysOf(2))).status).toBe(429);
});

test("SEC19 of thirty roles that are tried at once no more than the limit reach AWS, whether connected anew or changed", async () => {
  const person = await signUp(world);
  const externalId = await externalIdOf(world, person);
  const roleArn = roleOf("111111111111");
  await makeRole(world, aws, person, roleArn);
  const right = { roleArn, externalId };
  const created = await send(person, "POST", "/api/elasticache", right);
  const { deploymentId } = (await created.json()) as { deploymentId: string };
  asked.roles = 0;
  const wrong = { roleArn: roleOf("222222222222"), externalId };
  const statuses = await statusesOf(
    times(30, (index) =>
      index % 2 === 0
        ? send(person, "POST", "/api/elasticache", wrong)
        : send(person, "PUT", `/api/elasticache/${deploymentId}`, wrong),
    ),
  );
  const { perAccount } = refusedRoles;
  expect(statuses).toEqual([...repeat(perAccount, 400), ...repeat(30 - perAccount, 429)]);
  expect(asked.roles).toBe(perAccount);
  const refused = await send(person, "PUT", `/api/elasticache/${deploymentId}`, right);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: "TOO_MANY_REFUSED_ROLES" });
});

test("SEC19 INV02 emails of nobody are counted, invitations that arrive are not", async () => {
  const person = await signUp(world);
  const invite = (inviteeEmail: string) => send(person, "POST", "/invitations", { inviteeEmail });
  const { perAccount } = unknownInvitees;
  const friends = await Promise.all(times(3, () => signUp(world)));
  for (const { identity } of friends) expect((await invite(identity.email)).status).toBe(201);
  for (const { identity } of friends) expect((await invite(identity.email)).status).toBe(409);
  expect(await statusesOf(times(perAccount + 10, (index) => invite(`nobody${index}@example.com`)))).toEqual([
    ...repeat(perAccount, 404),
    ...repeat(10, 429),
  ]);
  const refused = await invite((await signUp(world)).identity.email);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: "TOO_MANY_UNKNOWN_INVITEES" });
});

test("AUD01 AUD03 keys that Redis Cloud refuses and a role that AWS refuses are in the audit, without the keys", async () => {
  const person = await signUp(world);
  const audit = async () => {
    const { events } = await auditOf(world, await signInAgain(world, person), "?result=refused");
    return events;
  };
  const keys = { apiKey: "planted-api-key", apiSecret: "planted-api-secret" };
  expect((await tryKeys(person, { name: "Billing account", ...keys })).status).toBe(400);
  expect(await audit()).toMatchObject([
    {
      action: "redisCloud.created",
      object: { id: null, name: "Billing account" },
      result: "CREDENTIALS_REFUSED",
      reason: "Redis Cloud rejected these keys.",
    },
  ]);
  world.clock.advance(1_000);
  const roleArn = "arn:aws:iam::210987654321:role/unknown";
  const externalId = await externalIdOf(world, person);
  expect((await send(person, "POST", "/api/elasticache", { roleArn, externalId })).status).toBe(400);
  const events = await audit();
  expect(events).toMatchObject([
    { action: "elastiCache.created", object: { name: roleArn }, result: "ROLE_DENIED" },
    { action: "redisCloud.created" },
  ]);
  expect(JSON.stringify(events)).not.toContain("planted");
  expect((await tryKeys(person, { apiKey: "", apiSecret: "" })).status, "no attempt").toBe(400);
  expect(await audit()).toHaveLength(2);
});
