import { remove as removeOrganization } from "@shardwatch/core/offboarding/organization";
import { remove } from "@shardwatch/core/redis-cloud/redis-cloud";
import { syncRedisCloud } from "@shardwatch/core/redis-cloud/reader";
import { sources } from "@shardwatch/core/sources";
import { createTable } from "@shardwatch/core/table/table";
import { afterAll, afterEach, expect, test } from "vitest";
import { type Connected, startCloudWorld, usual } from "../support/cloud-world.ts";
import { disturb } from "../support/disturb.ts";
import { expectRebuilt } from "../support/fleet.ts";
import { rowsOfOrganization } from "../support/scope.ts";
import { asRoot } from "../support/world.ts";

const place = await startCloudWorld();
const { cloud, world, connectAndSync, nextRound, names, integration } = place;

afterEach(() => place.reset());
afterAll(() => place.stop());

/** Runs work in a process that crashes after this many writes. Returns the number of writes. */
async function die(
  crashAfter: number,
  act: (services: typeof world.services) => Promise<unknown>,
): Promise<number> {
  const client = world.database.client();
  const disturbed = disturb(client, crashAfter);
  const table = createTable({ client: disturbed.client, name: world.database.tableName });
  await act({ ...world.services, table }).catch(() => undefined);
  client.destroy();
  return disturbed.writes();
}

const read = (services: typeof world.services, { person, id }: Connected) =>
  syncRedisCloud(services, person.organizationId, id);

const rowsOf = async ({ person }: Connected) => {
  const rows = await world.services.table.queryAll(rowsOfOrganization(person.organizationId));
  return rows.map(({ sk }) => sk).filter((sk) => /^(CLOUD|DEP|DETAIL|PULSE)/.test(sk));
};

test("SYN13 DBS02 R7 a deletion that dies after any of its writes is finished by the schedule, and told once", async () => {
  for (let crashAfter = 1; ; crashAfter += 1) {
    const connected = await connectAndSync();
    const { accountId, organizationId } = connected.person;
    await expectRebuilt(world, organizationId);
    const actor = { kind: "member", accountId, organizationId, roles: ["ORG_ADMIN"] } as const;
    const wrote = await die(crashAfter, (services) =>
      remove({ ...services, actor, requestId: "request" }, connected.id),
    );
    await expectRebuilt(world, organizationId);
    expect((await place.ask(connected.person, "GET", `/redis-cloud/${connected.id}`)).status).toBe(404);
    await nextRound(connected);
    expect(await rowsOf(connected), `after ${crashAfter} writes`).toEqual([]);
    expect(await place.notificationsOf(connected.person)).toHaveLength(1);
    if (wrote < crashAfter) break;
  }
});

test("SYN12 R7 a reading that dies after any of its writes is made good by the next", async () => {
  const connected = await connectAndSync();
  for (let crashAfter = 1; ; crashAfter += 1) {
    // Each time one subscription disappears, one is new, and all figures may change.
    const even = crashAfter % 2 === 0;
    await cloud.control({ deleted: even ? ["100001"] : ["900001"] });
    world.clock.advance(5 * 60_000);
    const wrote = await die(crashAfter, (services) => read(services, connected));
    await nextRound(connected);
    const expected = usual.filter((name) => name !== (even ? "payments-production" : "staging-cache"));
    expect(await names(connected), `after ${crashAfter} writes`).toEqual(expected);
    expect(await integration(connected)).toMatchObject({ status: "ok", found: { subscriptions: 4 } });
    if (wrote < crashAfter) break;
  }
});

test("ADM26 an organization that is deleted is read no more, and a reading under way brings nothing back", async () => {
  const connected = await connectAndSync();
  await cloud.control({ flexible: 5 });
  world.clock.advance(5 * 60_000);
  const lists = cloud.hold(/\/databases$/);
  const reading = read(world.services, connected).catch(() => undefined);
  await lists.arrived;
  await removeOrganization(asRoot(world), connected.person.organizationId);
  lists.release();
  await reading;
  expect(await rowsOf(connected)).toEqual([]);
  const known = await sources["redis-cloud"].due(world.services);
  expect(known.map(({ integrationId }) => integrationId)).not.toContain(connected.id);
});
