import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { mostKeys } from "@shardwatch/core/agent-key/agent-key";
import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import { mostPending } from "@shardwatch/core/invitation/limits";
import { mostIntegrations } from "@shardwatch/core/integration/limits";
import { agentKeyKey, agentKeysOf } from "@shardwatch/core/agent-key/agent-key.keys";
import { elastiCachesOf } from "@shardwatch/core/elasticache/elasticache.keys";
import { putElastiCache } from "@shardwatch/core/elasticache/elasticache.table";
import { inviteesOf } from "@shardwatch/core/invitation/invitation.keys";
import { redisCloudsOf } from "@shardwatch/core/redis-cloud/redis-cloud.keys";
import { putRedisCloud, type RedisCloudRow } from "@shardwatch/core/redis-cloud/redis-cloud.table";
import { createTable, type Write } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Aws, externalIdOf, roleOf, startAws } from "../support/aws.ts";
import { interrupted } from "../support/interrupted.ts";
import { invite } from "../support/invitations.ts";
import { type Cloud, keysOf, startCloud } from "../support/redis-cloud.ts";
import { scopeOf } from "../support/scope.ts";
import { call, createKey, join, type Person, signUp, startWorld, type World } from "../support/world.ts";

const atOnce = 160;
const numbers = Array.from({ length: atOnce }, (_, index) => index + 1);

let aws: Aws;
let cloud: Cloud;
let world: World;
let client: DynamoDBClient;

beforeAll(async () => {
  aws = await startAws();
  cloud = await startCloud();
  world = await startWorld({ accounts: { elasticache: aws.api, "redis-cloud": cloud.api } });
  client = world.database.client();
  const table = createTable({ client, name: world.database.tableName });
  world.app = createApp({ ...world.services, table });
});
afterAll(async () => {
  client.destroy();
  await world.stop();
  await cloud.stop();
  await aws.stop();
});

const post = async (as: Person, path: string, body: unknown) =>
  (await call(world, "POST", path, { as, body })).status;
const keysIn = (person: Person) => world.services.table.count(agentKeysOf(scopeOf(person)));

/** The number of answers of each status. */
function tally(statuses: readonly number[]): Record<number, number> {
  return Object.fromEntries(
    [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]),
  );
}

const createAtOnce = async (as: Person, count = atOnce) =>
  tally(
    await Promise.all(
      numbers.slice(0, count).map((number) => post(as, "/access-key", { name: `Key ${number}` })),
    ),
  );

test("SEC22 R15 of 160 keys that are created at once an organization gets a hundred, and the others are refused", async () => {
  const person = await signUp(world);
  expect(await createAtOnce(person)).toEqual({ 201: mostKeys, 409: atOnce - mostKeys });
  expect(await keysIn(person)).toBe(mostKeys);
}, 60_000);

/** Keys of an organization of a former release: there is no count yet. */
const rowsOfBefore = async (person: Person, count: number) => {
  const rows = numbers.slice(0, count).map((number) => `key_${String(number).padStart(26, "0")}`);
  const row = { name: "Before", createdAt: world.clock.now(), createdBy: person.accountId };
  await Promise.all(
    rows.map((keyId) => world.services.table.put({ ...agentKeyKey(scopeOf(person), keyId), keyId, ...row })),
  );
};

test("SEC22 R15 an organization of before is counted first, and what was revoked makes room again, exactly as much", async () => {
  const person = await signUp(world);
  await rowsOfBefore(person, mostKeys - 5);
  expect(await createAtOnce(person, 20)).toEqual({ 201: 5, 409: 15 });
  const listed = (await (await call(world, "GET", "/access-key", { as: person })).json()) as {
    accessKeys: AccessKey[];
  };
  const [first, second] = listed.accessKeys.filter(({ name }) => name !== "Before");
  for (const key of [first, second])
    expect((await call(world, "DELETE", `/access-key/${key?.keyId}`, { as: person })).status).toBe(204);
  expect(await createAtOnce(person, 20)).toEqual({ 201: 2, 409: 18 });
  expect(await keysIn(person)).toBe(mostKeys);
});

test("SEC22 INV09 keys that somebody brings along are counted, and so is the room that they leave", async () => {
  const [host, mover, colleague] = [await signUp(world), await signUp(world), await signUp(world)];
  await join(world, colleague, mover);
  await rowsOfBefore(host, mostKeys - 8);
  await createKey(world, host);
  await rowsOfBefore(colleague, mostKeys - 5);
  for (let count = 0; count < 5; count += 1) await createKey(world, mover);
  expect(await createAtOnce(colleague, 1)).toEqual({ 409: 1 });
  const id = await invite(world, host, mover);
  expect(await post(mover, `/invitations/${id}/accept`, {})).toBe(204);
  expect(await createAtOnce(host, 20)).toEqual({ 201: 2, 409: 18 });
  expect(await createAtOnce(colleague, 20)).toEqual({ 201: 5, 409: 15 });
});

test("SEC22 INV09 R15 a key that somebody brings along while keys are counted is counted too", async () => {
  const [host, mover] = [await signUp(world), await signUp(world)];
  await rowsOfBefore(host, mostKeys - 1);
  await createKey(world, mover);
  const id = await invite(world, host, mover);
  const joins = async () => expect(await post(mover, `/invitations/${id}/accept`, {})).toBe(204);
  const table = interrupted(world, /^Query/, joins, "after");
  const meanwhile = { ...world, app: createApp({ ...world.services, table }) };
  const answer = await call(meanwhile, "POST", "/access-key", { as: host, body: { name: "One too many" } });
  expect(answer.status).toBe(409);
  expect(await keysIn(host)).toBe(mostKeys);
});

/** Existing integrations of one kind: thirty of the fifty that an organization may have. */
const integrationsOfBefore = async (person: Person, put: (number: number, common: Common) => Write[]) => {
  const common = { createdAt: 0, createdBy: person.accountId, status: "ok" } as const;
  await Promise.all(numbers.slice(0, 30).map((number) => world.services.table.transact(put(number, common))));
};
type Common = Pick<RedisCloudRow, "createdAt" | "createdBy"> & { status: "ok" };

/** Two members of one organization: the number of one person's concurrent attempts is limited. */
async function pair(): Promise<[Person, Person]> {
  const [person, colleague] = [await signUp(world), await signUp(world)];
  await join(world, colleague, person);
  return [person, colleague];
}

test("SEC22 R15 of forty Redis Cloud accounts that are connected at once an organization with thirty gets twenty", async () => {
  const two = await pair();
  const [person] = two;
  await integrationsOfBefore(person, (number, common) => {
    const row = { ...common, id: `rcl_${number}`, name: "Before", accountId: `before ${number}`, sealed: "" };
    return putRedisCloud(scopeOf(person), row);
  });
  const accounts = numbers.slice(0, 40);
  const statuses = await Promise.all(
    accounts.map((number) => post(two[number % 2] ?? person, "/redis-cloud", keysOf(number))),
  );
  expect(tally(statuses)).toEqual({ 201: 20, 409: 20 });
  expect(await world.services.table.count(redisCloudsOf(scopeOf(person)))).toBe(mostIntegrations);
});

test("SEC22 R15 of forty AWS accounts that are connected at once an organization with thirty gets twenty", async () => {
  const two = await pair();
  const [person] = two;
  await integrationsOfBefore(person, (number, common) => {
    const row = {
      ...common,
      id: `dep_${number}`,
      roleArn: roleOf(String(600_000_000_000 + number)),
      externalId: "",
    };
    return putElastiCache(scopeOf(person), row);
  });
  const externalId = await externalIdOf(world, person);
  const roles = numbers.slice(0, 40).map((number) => roleOf(String(700_000_000_000 + number)));
  aws.state.roles.push(...roles.map((arn) => ({ arn, externalIds: [externalId] })));
  const statuses = await Promise.all(
    roles.map((roleArn, index) =>
      post(two[index % 2] ?? person, "/api/elasticache", { roleArn, externalId }),
    ),
  );
  expect(tally(statuses)).toEqual({ 201: 20, 409: 20 });
  expect(await world.services.table.count(elastiCachesOf(scopeOf(person)))).toBe(mostIntegrations);
});

test("SEC22 R15 of thirty people who are invited at once an organization with eighty pending invitations invites twenty", async () => {
  const person = await signUp(world);
  const { pk, prefix } = inviteesOf(scopeOf(person));
  const before = numbers.slice(0, 80).map((number) => ({ pk, sk: `${prefix}${number}`, id: "inv_0" }));
  await Promise.all(before.map((row) => world.services.table.put(row)));
  const invitees = await Promise.all(numbers.slice(0, 30).map(() => signUp(world)));
  const statuses = await Promise.all(
    invitees.map(({ identity }) => post(person, "/invitations", { inviteeEmail: identity.email })),
  );
  expect(tally(statuses)).toEqual({ 201: 20, 409: 10 });
  expect(await world.services.table.count(inviteesOf(scopeOf(person)))).toBe(mostPending);
});
