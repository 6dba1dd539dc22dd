import { slotColumnNames } from "@shardwatch/core/contract/report/slot-columns";
import type { SlotDatabases } from "@shardwatch/core/contract/report/slots";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { leadingBits } from "@shardwatch/core/history/deployment-bytes";
import { readCodedTrails } from "@shardwatch/core/history/trail.table";
import { expect, test } from "vitest";
import { hourOf, reportsPerHour, tenServers } from "../bench/hour.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { slotFigures, slotFrom, slotMilliseconds, slotStart, trailsOf } from "../support/slots.ts";
import { inWords } from "../support/trails.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, signUp } from "../support/world.ts";

const world = await worldOfFile();
const minute = 60_000;
const fleet = ["one", "two", "three"].map((name) => reported(name, { databases: databases(3) }));
const keys = fleet.map(({ key }) => key);

/** An agent of an organization of its own. `report` sends the fleet with these slots. */
async function newcomer() {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  return {
    report: async (slots?: unknown, deployments = fleet) => {
      world.clock.advance(2_000);
      return await send(world, compositeKey, { ...reportOf(world, deployments), slots });
    },
    rows: () => trailsOf(world, person.organizationId),
    trails: async () => {
      const rows = await trailsOf(world, person.organizationId);
      return readCodedTrails(rows, world.clock.now()).map(({ slot, deployments }) => ({
        slot,
        deployments: deployments.map(inWords),
      }));
    },
  };
}

test("HIS01 R2 P2 a report with the slot that is over writes one trail beside the pulse, in the same round trips", async () => {
  const { report, rows } = await newcomer();
  await report();
  world.recorder.clear();
  const begun = slotStart(world, 1);
  const answer = await report([slotFrom(begun, keys, 1_000)]);
  expect(answer.status).toBe(202);
  expect(await answer.json()).toMatchObject({ slots: { everySeconds: 300 } });
  expect(world.recorder.sequentialRoundTrips()).toBe(2);
  expect(world.recorder.sent.reduce((sum, { writeUnits }) => sum + writeUnits, 0)).toBe(2);
  const stored = await rows();
  expect(stored).toMatchObject([{ ttl: begun / 1_000 + 300 + 3 * 86_400 }]);
  expect(stored[0]?.sk).toMatch(/^TRAIL#key_\w+#agent00000000001#0\.0#\d{8}$/);
});

test("HIS01 a trail is no longer read 72 hours after its slot, even before the database has deleted it", async () => {
  const { report, trails } = await newcomer();
  await report([slotFrom(slotStart(world, 1), keys, 1_000)]);
  expect(await trails()).toHaveLength(1);
  world.clock.advance(72 * 60 * minute + slotMilliseconds);
  expect(await trails()).toEqual([]);
});

test("HIS08 slots of the future, older than 3 h 10 min, misaligned and of other deployments are ignored, and the report is accepted", async () => {
  const { report, trails } = await newcomer();
  const now = slotStart(world, 0);
  const ignored = [
    now + slotMilliseconds,
    now - 40 * slotMilliseconds,
    now - 24 * 12 * slotMilliseconds,
    now - slotMilliseconds + 1_000,
  ];
  expect((await report(ignored.map((at) => slotFrom(at, keys, 7)))).status).toBe(202);
  expect((await report([slotFrom(now - slotMilliseconds, ["a stranger"], 7)])).status).toBe(202);
  expect(await trails()).toEqual([]);
  expect((await report([slotFrom(now - 36 * slotMilliseconds, keys, 7)])).status).toBe(202);
  expect(await trails()).toHaveLength(1);
});

test("HIS08 of a deployment only the databases that the report holds are stored, each once", async () => {
  const { report, trails } = await newcomer();
  const ids = ["0", "1", "0", "17"];
  const figures = { ids, used: [1, 2, 3, 4], keys: [5, 6, 7, 8] };
  const at = new Date(slotStart(world, 1)).toISOString();
  await report([{ at, deployments: [{ key: "one", status: "active", databases: figures }] }]);
  const [trail] = await trails();
  expect(trail?.deployments).toHaveLength(1);
  const columns = [...(trail?.deployments[0]?.columns ?? [])];
  expect(
    columns.map(([name, values]) => [name, values.toSorted((left, right) => (left ?? 0) - (right ?? 0))]),
  ).toEqual([
    ["used", [1, 2]],
    ["keys", [5, 6]],
  ]);
});

test("HIS08 a deployment that could not be read now keeps the databases of the slot", async () => {
  const { report, trails } = await newcomer();
  const { databases: _, ...unread } = reported("one", { status: "unreachable" });
  await report([slotFrom(slotStart(world, 1), ["one"], 7)], [unread]);
  expect((await trails())[0]?.deployments[0]?.databases).toBe(3);
});

test.each([
  ["five slots", Array.from({ length: 5 }, (_, ago) => slotFrom(ago * 1, keys, 1)), "slots: "],
  ["no list", {}, "slots: "],
  ["a time that is none", [{ at: "yesterday", deployments: [] }], "slots[0].at: "],
  [
    "no key",
    [{ at: "2026-01-01T00:00:00Z", deployments: [{ status: "active" }] }],
    "slots[0].deployments[0].key: ",
  ],
])("HIS08 %s in place of slots is refused with the field's name", async (_, slots, field) => {
  const { report } = await newcomer();
  const answer = await report(slots);
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { details: string[] }).details[0]).toContain(field);
});

test.each([
  ["a negative figure", [1, -1, 1], "ops[1]: must be a number that is not negative, or null"],
  ["a text", [1, 1, "1"], "ops[2]: must be a number that is not negative, or null"],
  ["a value too few", [1, 1], "ops: must have as many values as ids"],
])("HIS08 %s in a column is refused with one sentence", async (_, ops, fault) => {
  const { report } = await newcomer();
  const found = { ...slotFigures(3, 1), ops };
  const at = new Date(slotStart(world, 1)).toISOString();
  const answer = await report([{ at, deployments: [{ key: "one", status: "active", databases: found }] }]);
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { details: string[] }).details).toEqual([
    `slots[0].deployments[0].databases.${fault}`,
  ]);
});

test("LIM18 HIS08 a megabyte of wrong figures is refused with one sentence", async () => {
  const { report } = await newcomer();
  const ids = Array.from({ length: 5_000 }, (_, index) => String(index));
  const wrong = Object.fromEntries(slotColumnNames.map((name) => [name, ids.map(() => -1)]));
  const deployments = Array.from({ length: 4 }, () => ({
    key: "one",
    status: "active",
    databases: { ids, ...wrong },
  }));
  const answer = await report([{ at: new Date(slotStart(world, 1)).toISOString(), deployments }]);
  expect(answer.status).toBe(400);
  expect(((await answer.json()) as { details: string[] }).details).toHaveLength(1);
});

test("HIS01 a report with thousands of databases is stored in groups of at most 150 databases on average", async () => {
  const { report, trails, rows } = await newcomer();
  const many = Array.from({ length: 40 }, (_, index) =>
    reported(`many ${index}`, { databases: databases(30) }),
  );
  const slot = {
    at: new Date(slotStart(world, 1)).toISOString(),
    deployments: many.map(({ key }) => ({ key, status: "active", databases: slotFigures(30, 9) })),
  };
  expect((await report([slot], many)).status).toBe(202);
  const groups = (await rows()).map(({ sk }) => sk.split("#")[3]);
  expect(groups.length).toBeGreaterThan(4);
  for (const group of groups) expect(group).toMatch(/^3\.[0-7]$/);
  const stored = (await trails()).flatMap(({ deployments }) => deployments);
  expect(new Set(stored.map(({ shortId }) => shortId)).size).toBe(40);
  expect(stored.reduce((sum, one) => sum + one.databases, 0)).toBe(1_200);
});

test("P1 P2 HIS01 an hour of reports of ten busy deployments costs 72 write units, in two round trips each", async () => {
  const { compositeKey } = await createKey(world, await signUp(world));
  const hour = await hourOf(world, tenServers(), true, async (report) => {
    expect((await send(world, compositeKey, report)).status).toBe(202);
  });
  expect(hour.writeUnits * reportsPerHour).toBe(72);
  expect(hour.roundTrips).toBe(2);
});

test("SEC22 a report that is refused stores no crowd of trails", async () => {
  const { compositeKey } = await createKey(world, await signUp(world));
  const many = Array.from({ length: 300 }, (_, index) => `server-${index}`);
  const ids = ["a", "b", "c", "d"];
  const slots = [1, 2].map((ago) => ({
    at: new Date(slotStart(world, ago)).toISOString(),
    deployments: many.map((key) => ({ key, status: "active", databases: { ids } })),
  }));
  const deployments = many.map((key) => reported(key, { databases: undefined }));
  const trailsOfReport = async () => {
    world.recorder.clear();
    const { status } = await send(world, compositeKey, { ...reportOf(world, deployments), slots });
    return [status, world.recorder.sent.filter(({ command }) => command === "PutItemCommand").length];
  };
  expect(await trailsOfReport()).toEqual([202, 16]);
  world.clock.advance(500);
  expect(await trailsOfReport()).toEqual([429, 0]);
});

/** Figures without any order: they take the most bytes. */
function figuresOf(size: number): SlotDatabases {
  let state = 7;
  const next = () => (state = (state * 48_271) % 2_147_483_647) % 9_999;
  const ids = Array.from({ length: size }, (_, index) => String(index));
  const columns = slotColumnNames.map((name) => [name, ids.map(next)]);
  return { ids, ...(Object.fromEntries(columns) as object) };
}

test("HIS06 SEC19 reports that are not taken in store no large trails", async () => {
  const { compositeKey } = await createKey(world, await signUp(world));
  const huge = [reported("huge", { databases: undefined })];
  expect((await send(world, compositeKey, reportOf(world, huge))).status).toBe(202);
  const slots = [1, 2, 3].map((ago) => ({
    at: new Date(slotStart(world, ago)).toISOString(),
    deployments: [{ key: "huge", status: "active", databases: figuresOf(1_000) }],
  }));
  world.recorder.clear();
  const statuses: number[] = [];
  // The same moment again and again: each of them is older than what is stored.
  for (let index = 0; index < 12; index += 1)
    statuses.push((await send(world, compositeKey, reportOf(world, huge, { slots }))).status);
  world.clock.advance(500);
  for (let index = 0; index < 12; index += 1)
    statuses.push((await send(world, compositeKey, reportOf(world, huge, { slots }))).status);
  expect(new Set(statuses)).toEqual(new Set([202, 429]));
  // Ten of those that are older, with 25 units for each slot.
  const units = world.recorder.sent.reduce((sum, { writeUnits }) => sum + writeUnits, 0);
  expect(units).toBeLessThan(1_200);
});

test("SEC19 a slot with more databases in one group than a row can hold is refused with what to do", async () => {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const at = new Date(slotStart(world, 1)).toISOString();
  // Deployments whose ids begin with the same seven bits.
  const crowded: string[] = [];
  for (let index = 0; crowded.length < 3; index += 1)
    if (leadingBits(deploymentId(person.organizationId, "agent", `huge ${index}`), 7) === 0)
      crowded.push(`huge ${index}`);
  const huge = crowded.map((key) => reported(key, { databases: undefined }));
  const ids = Array.from({ length: 5_000 }, (_, index) => String(index));
  const slotOf = (some: readonly string[]) => ({
    at,
    deployments: some.map((key) => ({ key, status: "active", databases: { ids } })),
  });
  const answer = await send(world, compositeKey, reportOf(world, huge, { slots: [slotOf(crowded)] }));
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain("in reports of their own");
  const fewer = await send(world, compositeKey, reportOf(world, huge, { slots: [slotOf(crowded.slice(1))] }));
  expect(fewer.status).toBe(202);
});
