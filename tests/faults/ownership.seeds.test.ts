import { deploymentsOf, pulsesOf } from "@shardwatch/core/deployment/rows/deployment.keys";
import { readSummary } from "@shardwatch/core/deployment/rows/deployment.table";
import { notificationsOf } from "@shardwatch/core/notification/notification.keys";
import { createTable } from "@shardwatch/core/table/table";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { acceptances } from "../support/acceptances.ts";
import { disturb } from "../support/disturb.ts";
import { invite } from "../support/invitations.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { seedCount } from "../support/seeds.ts";

const world = await worldOfFile();
const client = world.database.client();
const { ask, tick, listed } = acceptances(world);
afterAll(() => client.destroy());

const minute = 60_000;
const seeds = seedCount({ few: 3, many: 6 });
type Key = Awaited<ReturnType<typeof createKey>>;

async function report(key: Key, names: readonly string[], used = 1): Promise<number> {
  const agent = { id: key.keyId.slice(-20), version: "1" };
  const fleet = names.map((name) => reported(name, { databases: databases(1, used) }));
  return (await send(world, key.compositeKey, reportOf(world, fleet, { agent }))).status;
}

const rowsIn = async ({ organizationId }: Person) =>
  (await world.services.table.queryAll(deploymentsOf(scopeOf({ organizationId })))).map((row) => ({
    sk: row.sk,
    ...readSummary(row),
  }));

/**
 * An admin and a viewer with a key each, and an organization that invites the second admin. That admin's key
 * owns deployments.
 */
async function furnish() {
  const [boss, host] = [await signUp(world), await signUp(world)];
  const viewer = await signUp(world, {}, ["VIEWER"]);
  const mover = await signUp(world, {}, ["ORG_ADMIN"]);
  for (const person of [viewer, mover]) await join(world, person, boss);
  const keys = { viewer: await createKey(world, viewer), mover: await createKey(world, mover) };
  await report(keys.viewer, ["theirs"]);
  world.clock.advance(6 * minute);
  await report(keys.mover, ["own", "theirs"], 6);
  // From here on only the key's pulse has the figures.
  world.clock.advance(minute);
  await report(keys.mover, ["own", "theirs"], 7);
  return { boss, host, mover, keys, id: await invite(world, host, mover) };
}

test("R1 R17 an acceptance that is cut off after any write leaves what a key had only taken over where it was, with its figures", async () => {
  let writes = Infinity;
  for (let point = 0; point <= writes; point += 1) {
    const { boss, host, mover, keys, id } = await furnish();
    const path = `/invitations/${id}/accept`;
    const disturbed = disturb(client, point === 0 ? Infinity : point);
    const table = createTable({ client: disturbed.client, name: world.database.tableName });
    await ask(table, mover, "POST", path);
    if (point === 0) writes = disturbed.writes();
    const where = `after write ${point} of ${writes}`;
    expect(await tick(), where).toBe(true);
    expect(await tick(), where).toBe(true);
    expect(await listed(host), where).toEqual([`own ${7 * 1_048_576}`]);
    expect(await listed(boss), where).toEqual([`theirs ${7 * 1_048_576}`]);
    const pulses = await world.services.table.queryAll(pulsesOf(scopeOf(boss)));
    expect(JSON.stringify(pulses), where).not.toContain(keys.mover.keyId);
    const notes = await world.services.table.queryAll(notificationsOf(boss.accountId));
    expect(
      notes.map(({ type }) => type),
      where,
    ).toEqual(["DEPLOYMENTS_MOVED"]);
    world.clock.advance(minute);
    expect(await report(keys.viewer, ["theirs"], 2)).toBe(202);
    expect(await listed(boss), where).toEqual([`theirs ${2 * 1_048_576}`]);
  }
  expect(writes).toBeGreaterThan(5);
});

const names = ["a", "b", "c"];
const act = fc.oneof(
  fc.record({
    kind: fc.constant("report" as const),
    by: fc.constantFrom("boss", "viewer", "mover"),
    names: fc.subarray(names, { minLength: 1 }),
  }),
  fc.record({ kind: fc.constant("silence" as const), minutes: fc.constantFrom(1, 7, 20) }),
  fc.record({ kind: fc.constant("accept" as const) }),
  fc.record({ kind: fc.constant("revoke" as const), by: fc.constantFrom("boss", "viewer") }),
);

test(
  "R17 R15 after any reports, take-overs, revocations and acceptances no deployment is lost, and none is carried away or taken over without a right",
  { timeout: 60_000 + 30_000 * seeds },
  async () => {
    const property = fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
      const [boss, host] = [await signUp(world), await signUp(world)];
      const viewer = await signUp(world, {}, ["VIEWER"]);
      const mover = await signUp(world, {}, ["VIEWER"]);
      for (const person of [viewer, mover]) await join(world, person, boss);
      const [of, keys] = [{ boss, viewer, mover }, new Map<string, Key>()];
      const keyOf = async (by: keyof typeof of) => {
        const key = keys.get(by) ?? (await createKey(world, await signInAgain(world, of[by])));
        keys.set(by, key);
        return key;
      };
      for (const by of ["boss", "viewer", "mover"] as const) await keyOf(by);
      const id = await invite(world, host, mover);
      const seen = new Set<string>();
      for (const step of acts) {
        world.clock.advance(3_000);
        if (step.kind === "silence") world.clock.advance(step.minutes * minute);
        if (step.kind === "report") expect(await report(await keyOf(step.by), step.names)).toBe(202);
        if (step.kind === "accept")
          await call(world, "POST", `/invitations/${id}/accept`, { as: await signInAgain(world, mover) });
        if (step.kind === "revoke") {
          const { keyId } = await keyOf(step.by);
          const as = await signInAgain(world, boss);
          expect((await call(world, "DELETE", `/access-key/${keyId}`, { as })).status).toBe(204);
          keys.delete(step.by);
        }
        const [here, there] = [await rowsIn(boss), await rowsIn(host)];
        const ids = [...here, ...there].map(({ sk }) => sk);
        expect(ids, "nothing is lost").toEqual(expect.arrayContaining([...seen]));
        for (const sk of ids) seen.add(sk);
        for (const row of there)
          expect(row.originBy ?? row.ownerBy, "nothing is carried away").toBe(mover.accountId);
        for (const row of here) {
          const { ownerBy = "", originBy = ownerBy } = row;
          expect([originBy, boss.accountId], "nobody but an admin takes over").toContain(ownerBy);
          const other = there.find(({ sk }) => sk === row.sk);
          // A deployment is in both organizations only when a source of each reports it.
          expect(other?.owner).not.toBe(row.owner);
        }
      }
    });
    await fc.assert(property, { numRuns: seeds });
  },
);
