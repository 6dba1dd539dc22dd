import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import { outlookColumns } from "@shardwatch/core/contract/csv/outlook";
import { outlook } from "@shardwatch/core/contract/outlook/outlook";
import type { Growth } from "@shardwatch/core/contract/outlook/runway";
import { shortIdOf } from "@shardwatch/core/history/deployment-bytes";
import { onlyTag } from "@shardwatch/core/history/tags";
import { outlookRow } from "@shardwatch/core/outlook/rows/outlook.table";
import { dateText } from "@shardwatch/core/kit/time";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import {
  day,
  fleetWithPast,
  foldWithOutlook,
  growing,
  hour,
  mebibyte,
  one,
  outlookOf,
  storePast,
  toNextDay,
} from "../support/outlook.ts";
import { databases } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, signInAgain } from "../support/world.ts";

const world = await worldOfFile();
type Fleet = Awaited<ReturnType<typeof fleetWithPast>>;

/** One database of 64 MiB that uses this much now. */
const using = (mebibytes: number, fields: object = {}) => ({
  databases: databases(1, mebibytes).map((database) => ({ ...database, ...fields })),
});

/** A server with one database: 32 MiB of 64 on the newest day, half a MiB more each day. */
async function growingFleet(fields: object = {}): Promise<Fleet> {
  const fleet = await fleetWithPast(world, 1);
  await storePast(world, fleet.of(0), 60, growing(world, 32 * mebibyte, mebibyte / 2));
  world.clock.time = Math.floor(world.clock.now() / day) * day + 5 * hour;
  await foldWithOutlook(world, fleet.organizationId);
  await fleet.report(using(32, fields));
  return fleet;
}

const midnight = () => Math.floor(world.clock.now() / day) * day;
const daysUntil = (text: string | null | undefined) =>
  text == null ? undefined : (Date.parse(text) - midnight()) / day;

test("RUN02 a database that grows has its date, its pace and what happens then", async () => {
  const { person, of } = await growingFleet({ evictionPolicy: "noeviction" });
  const answer = await outlookOf(world, person);
  expect(outlook.parse(answer)).toEqual(answer);
  expect(answer).toMatchObject({
    asOf: new Date(midnight()).toISOString(),
    total: 1,
    counts: { date: 1, none: 0 },
  });
  const [item] = answer.items;
  expect(item).toMatchObject({
    deploymentId: of(0).id,
    database: { id: "0", name: "db 0" },
    used: String(32 * mebibyte),
    limit: String(64 * mebibyte),
    say: "date",
    days: 56,
    trend: "steady",
    level: "critical",
    whenFull: "writes will fail",
  });
  // 32 MiB at half a MiB a day.
  expect(daysUntil(item?.likely)).toBeCloseTo(63.5, 0);
  expect(daysUntil(item?.earliest)).toBeLessThan(63.6);
  expect(daysUntil(item?.latest)).toBeGreaterThan(63.4);
  expect(Number(item?.perDay) / mebibyte).toBeCloseTo(0.5, 2);
});

test("CHG04 of memory that grows all day the peak is late in the day, so its date is half a day later", async () => {
  const { person, organizationId, of, report } = await fleetWithPast(world, 1);
  const yesterday = midnight() / day - 1;
  const growsAllDay = (dayNumber: number, at: number) =>
    one((32 + (dayNumber - yesterday + at / 24) / 2) * mebibyte);
  await storePast(world, of(0), 60, growsAllDay);
  world.clock.time = midnight() + 5 * hour;
  await foldWithOutlook(world, organizationId);
  await report(using(32));
  // From the begin of yesterday on, 32 MiB at half a MiB a day take 64 days.
  expect(daysUntil((await outlookOf(world, person)).items[0]?.likely)).toBeCloseTo(63, 1);
});

test("RUN02 CHG04 a limit that is changed moves the date at the next look, without another fold", async () => {
  const { person, report } = await growingFleet();
  const limited = async (memoryLimit: string | null) => {
    await report(using(32, { memoryLimit }));
    return await outlookOf(world, person, "?within=365");
  };
  expect(daysUntil((await limited(String(48 * mebibyte))).items[0]?.likely)).toBeCloseTo(31.5, 0);
  expect(daysUntil((await limited(String(80 * mebibyte))).items[0]?.likely)).toBeCloseTo(95.5, 0);
  // Ten years are more than can be said.
  const far = await limited(String(2_000 * mebibyte));
  expect([far.items, far.counts]).toEqual([[], expect.objectContaining({ far: 1, date: 0 })]);
  expect((await limited(String(33 * mebibyte))).items).toMatchObject([{ say: "date" }]);
  expect((await limited(String(32 * mebibyte))).items).toMatchObject([
    { say: "full", earliest: null, trend: null },
  ]);
});

test("RUN02 CHG04 a limit that is not known is never dated, and neither is none", async () => {
  const { person, report } = await growingFleet();
  await report(using(32, { memoryLimit: null }));
  expect(await outlookOf(world, person)).toMatchObject({
    items: [],
    total: 0,
    counts: { unknown: 1, date: 0 },
  });
  await report(using(32, { memoryLimit: "0" }));
  expect(await outlookOf(world, person)).toMatchObject({ items: [], counts: { noLimit: 1, unknown: 0 } });
});

test("RUN03 with all=true every database is an item, with what its outcome needs", async () => {
  const { person, report } = await growingFleet();
  const limited = async (memoryLimit: string | null) => {
    await report(using(32, { memoryLimit }));
    const { items, total } = await outlookOf(world, person, "?all=true");
    expect(total).toBe(1);
    return items[0];
  };
  const growth = { days: 56, trend: "steady", earliest: null };
  expect(await limited(String(2_000 * mebibyte))).toMatchObject({ say: "far", within: 120, ...growth });
  expect(await limited("0")).toMatchObject({ say: "noLimit", limit: "0", within: null, ...growth });
  const unknown = await limited(null);
  expect(unknown).toMatchObject({ say: "unknown", limit: null, within: null, ...growth });
  expect(Number(unknown?.perDay) / mebibyte).toBeCloseTo(0.5, 2);
  expect(await limited(String(64 * mebibyte))).toMatchObject({ say: "date", within: null });
  // A database that the fold has not seen has no peaks.
  await report({ databases: databases(1, 32).map((database) => ({ ...database, id: "7" })) });
  const unseen = await outlookOf(world, person, "?all=true");
  expect(unseen.items).toMatchObject([{ say: "early", days: 0, perDay: null }]);
  expect(outlook.parse(unseen)).toEqual(unseen);
  expect((await outlookOf(world, person)).items).toEqual([]);
});

test("RUN02 a parameter that makes no sense is named, with what would be right", async () => {
  const { person } = await growingFleet();
  const as = await signInAgain(world, person);
  for (const [query, detail] of [
    ["all=maybe", 'all: must be "true", or left out'],
    ["within=0", "within: must be a whole number from 1 to 365"],
    ["nonsense=1", "nonsense: is not a field"],
  ] as const) {
    const answer = await call(world, "GET", `/outlook?${query}`, { as });
    expect([answer.status, await answer.json()]).toMatchObject([400, { details: [detail] }]);
  }
});

test("RUN03 with all=true a database that is too young says how many days are known", async () => {
  const { person, of, organizationId, report } = await fleetWithPast(world, 1);
  await storePast(world, of(0), 6, growing(world, 32 * mebibyte, mebibyte / 2));
  world.clock.time = midnight() + 5 * hour;
  await foldWithOutlook(world, organizationId);
  await report(using(32));
  expect((await outlookOf(world, person, "?all=true")).items).toMatchObject([{ say: "early", days: 6 }]);
});

test("RUN02 CHG04 a database that keeps values on flash, too, has no date, and one of Active-Active is full earlier", async () => {
  const { person, report } = await growingFleet({ evictionPolicy: "allkeys-lru" });
  await report(using(32, { tiered: true }));
  expect(await outlookOf(world, person)).toMatchObject({ items: [], counts: { tiered: 1, date: 0 } });
  const all = await outlookOf(world, person, "?all=true");
  expect(all.items).toMatchObject([{ say: "tiered", earliest: null, fullAt: 1 }]);
  await report(using(32, { evictionPolicy: "allkeys-lru", activeActive: true }));
  // It evicts from 80% of 64 MiB on.
  const [early] = (await outlookOf(world, person)).items;
  expect([daysUntil(early?.likely), early?.fullAt]).toEqual([expect.closeTo(37.9, 0), 0.8]);
  await report(using(52, { evictionPolicy: "allkeys-lru", activeActive: true }));
  expect((await outlookOf(world, person)).items).toMatchObject([
    { say: "full", level: "ok", whenFull: "At 81% of its limit: Active-Active evicts from 80%" },
  ]);
});

test("RUN02 a database that is deleted has no date left, and neither has its deployment, also when it comes back", async () => {
  const { person, report, of } = await growingFleet();
  expect((await outlookOf(world, person)).total).toBe(1);
  await report({ databases: databases(1, 32).map((database) => ({ ...database, id: "7" })) });
  expect(await outlookOf(world, person)).toMatchObject({ items: [], counts: { date: 0, early: 1, none: 0 } });
  await report(using(32));
  expect((await outlookOf(world, person)).total).toBe(1);
  const as = await signInAgain(world, person);
  expect((await call(world, "DELETE", `/deployments/${of(0).id}`, { as })).status).toBe(204);
  world.clock.advance(60_000);
  const { items, counts } = await outlookOf(world, person);
  expect([items, Object.values(counts).every((count) => count === 0)]).toEqual([[], true]);
  world.clock.advance(10 * 60_000);
  await report(using(32));
  expect(await outlookOf(world, person)).toMatchObject({ items: [], counts: { early: 1, none: 0 } });
});

test("RUN02 a deployment that came after the fold is known for too few days, and none was folded before the first", async () => {
  const { person, report } = await fleetWithPast(world, 1);
  await report(using(32));
  expect(await outlookOf(world, person)).toMatchObject({
    asOf: null,
    items: [],
    counts: { early: 1, none: 0 },
  });
});

test("RUN02 RUN01 what is full comes last, with words that follow its policy, and a cache is no fault", async () => {
  const { person, report, of, organizationId } = await fleetWithPast(world, 1);
  const keys = (expiring: number) => (used: number) =>
    one(used, 64 * mebibyte, { keys: [200], expiring: [expiring] });
  await storePast(world, of(0), 20, growing(world, 64 * mebibyte, 0, keys(60)));
  world.clock.time = midnight() + 5 * hour;
  await foldWithOutlook(world, organizationId);
  const said = async (evictionPolicy: string) => {
    await report(using(64, { evictionPolicy }));
    const [item] = (await outlookOf(world, person)).items;
    return [item?.say, item?.share, item?.level, item?.whenFull];
  };
  expect(await said("noeviction")).toEqual(["full", 30, "critical", "Full: writes fail"]);
  expect(await said("allkeys-lru")).toEqual(["full", 30, "ok", "At its limit"]);
  expect(await said("volatile-lru")).toEqual([
    "full",
    30,
    "warning",
    "At its limit: only 30% of its keys can be evicted",
  ]);
});

test("RUN01 a cache that is full says since when and what it answers, and is a fault when it answers less", async () => {
  const { person, report, of, organizationId } = await fleetWithPast(world, 2);
  const yesterday = midnight() / day - 1;
  /** Evicts for 40 days. @param fall points of the hit ratio that it lost in the last week */
  const cache = (fall: number) => (dayNumber: number) => {
    const age = yesterday - dayNumber;
    const hits = age < 7 ? 94 - fall : 94;
    const lookups = { hits: [100 * hits], misses: [100 * (100 - hits)] };
    return one(age < 40 ? 64 * mebibyte : 30 * mebibyte, 64 * mebibyte, {
      ...lookups,
      evicted: [age < 40 ? 40 : 0],
    });
  };
  // By their ids, the milder one comes first.
  const [milder, worse] = [of(0), of(1)].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (!milder || !worse) throw new Error("there are two");
  await storePast(world, milder, 60, cache(4));
  await storePast(world, worse, 60, cache(5));
  world.clock.time = midnight() + 5 * hour;
  await foldWithOutlook(world, organizationId);
  await report(using(64, { evictionPolicy: "allkeys-lru" }));
  const { items } = await outlookOf(world, person);
  const since = dateText(midnight() - 40 * day);
  expect(items).toMatchObject([
    { deploymentId: worse.id, level: "warning" },
    {
      level: "ok",
      whenFull: `At its limit since ${since}, evicts 40 keys a second; hit ratio 90%, 94% a month ago`,
    },
  ]);
});

/** A growth with a date in so many days from the newest midnight on. */
const until = (days: number): Growth => {
  const line = { level: 64 * mebibyte * (1 - days / 1_000), perDay: (64 * mebibyte) / 1_000 };
  const lines = { earliest: line, likely: line, latest: line };
  return { days: 84, perDay: line.perDay, pace: "steady", isVague: false, within: 120, slack: 0, ...lines };
};

async function storeTrends(
  { organizationId, of }: Fleet,
  trends: readonly Growth[],
  owner = "key_x#agent00000000000",
  daysAgo = 1,
): Promise<void> {
  const outlooks = trends.map((trend, place) => {
    const habits = { evicts: false, evicted: undefined, share: undefined, full: undefined };
    const databasesOf = new Map([[onlyTag, { trend, ...habits }]]);
    return [shortIdOf(of(place).id), databasesOf] as const;
  });
  const dayNumber = midnight() / day - daysAgo;
  const row = outlookRow(organizationOfJob(organizationId), { owner, part: 0, dayNumber }, new Map(outlooks));
  await world.services.table.put(row);
}

test("RUN02 dates beyond the asked days are counted and not listed, and pages follow one another", async () => {
  const fleet = await fleetWithPast(world, 5);
  const { person, of } = fleet;
  await storeTrends(fleet, [until(40), until(10), until(100), until(20), { ...until(30), isVague: true }]);
  const listed = async (query: string) =>
    (await outlookOf(world, person, query)).items.map(({ deploymentId }) => deploymentId);
  const inOrder = [1, 3, 0, 2, 4].map((place) => of(place).id);
  expect(await listed("?within=120")).toEqual(inOrder);
  expect(await listed("")).toEqual(inOrder.filter((id) => id !== of(2).id));
  const near = await outlookOf(world, person, "?within=15");
  expect(near).toMatchObject({ total: 2, counts: { date: 4, unclear: 1 } });
  expect(near.items.map(({ say }) => say)).toEqual(["date", "unclear"]);
  const paged: string[] = [];
  let cursor: string | undefined = "";
  for (let pages = 0; cursor !== undefined && pages < 9; pages += 1) {
    const query: string = `?within=120&limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`;
    const page = await outlookOf(world, person, query);
    expect(page.total).toBe(5);
    paged.push(...page.items.map(({ deploymentId }) => deploymentId));
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(inOrder);
  expect(await listed(`?within=120&search=${of(3).id}`)).toEqual([of(3).id]);
  expect((await outlookOf(world, person, `?search=${of(3).id}`)).counts).toMatchObject({
    date: 1,
    unclear: 0,
  });
});

test("RUN02 what makes no sense is answered 400, with a sentence that begins with the parameter", async () => {
  const { person } = await fleetWithPast(world, 1);
  const refused = async (query: string) => {
    const answer = await call(world, "GET", `/outlook${query}`, { as: await signInAgain(world, person) });
    expect(answer.status).toBe(400);
    return ((await answer.json()) as { details: string[] }).details[0];
  };
  expect(await refused("?within=366")).toBe("within: must be a whole number from 1 to 365");
  expect(await refused("?within=0")).toMatch(/^within: /);
  expect(await refused("?cursor=abc")).toMatch(/^cursor: /);
  expect(await refused("?utill=9")).toMatch(/^utill: /);
  const other = `/outlook?organizationId=org_${"0".repeat(20)}`;
  expect((await call(world, "GET", other, { as: await signInAgain(world, person) })).status).toBe(403);
});

test("RUN02 of two owners that both had a deployment, the newer day counts; what is older than three days says nothing", async () => {
  const fleet = await fleetWithPast(world, 1);
  const likely = async () => daysUntil((await outlookOf(world, fleet.person)).items[0]?.likely);
  await storeTrends(fleet, [until(40)], "key_z#agent00000000000", 2);
  expect(await likely()).toBeCloseTo(39, 0);
  await storeTrends(fleet, [until(20)]);
  expect(await likely()).toBeCloseTo(20, 0);
  toNextDay(world, hour);
  expect(await likely()).toBeCloseTo(19, 0);
  world.clock.advance(3 * day);
  expect(await outlookOf(world, fleet.person)).toMatchObject({ asOf: null, items: [], counts: { early: 1 } });
});

test("RUN02 the file has the items of the list in its order", async () => {
  const fleet = await fleetWithPast(world, 3);
  await storeTrends(fleet, [until(40), until(10), { ...until(30), isVague: true }]);
  const { items } = await outlookOf(world, fleet.person, "?within=30");
  const answer = await call(world, "GET", "/outlook.csv?within=30", {
    as: await signInAgain(world, fleet.person),
  });
  const text = await answer.text();
  expect(answer.headers.get("content-disposition")).toMatch(/filename="outlook-[\d-]+\.csv"/);
  expect(text.split("\r\n")[0]).toBe(Object.keys(outlookColumns).join(","));
  const rows = parse<Record<string, string>>(text, { columns: true });
  expect(items).toHaveLength(2);
  expect(
    rows.map(({ deploymentId, say, earliest, memoryLimitBytes }) => [
      deploymentId,
      say,
      earliest,
      memoryLimitBytes,
    ]),
  ).toEqual(
    items.map(({ deploymentId, say, earliest, limit }) => [deploymentId, say, earliest ?? "", limit]),
  );
});

test("RUN02 ROL45 nobody sees the outlook of another organization by its deployments", async () => {
  const fleet = await growingFleet();
  const other = await fleetWithPast(world, 1);
  expect((await outlookOf(world, other.person, `?search=${fleet.of(0).id}`)).items).toEqual([]);
  expect((await outlookOf(world, other.person)).asOf).toBeNull();
});

test.for<[expiring: number, level: string, whenFull: string]>([
  [30, "critical", "Full: writes fail"],
  [500, "warning", "At its limit: only 50% of its keys can be evicted"],
])(
  "RUN01 the incident rule and the outlook say the same of a full database whose policy is volatile-lru: %s",
  async ([expiring, level, whenFull]) => {
    const { person, organizationId, of, report } = await fleetWithPast(world, 1);
    const full = () => one(63.5 * mebibyte, 64 * mebibyte, { keys: [1_000], expiring: [expiring] });
    await storePast(world, of(0), 60, full);
    world.clock.time = midnight() + 5 * hour;
    await foldWithOutlook(world, organizationId);
    await report(using(63, { evictionPolicy: "volatile-lru" }));
    expect((await outlookOf(world, person)).items).toMatchObject([{ say: "full", level, whenFull }]);
    for (let minute = 0; minute < 5; minute += 1) {
      await report(using(63, { evictionPolicy: "volatile-lru" }));
      await lookAt(world, person);
    }
    const incidents = await incidentsOf(world, person);
    expect(incidents.filter(({ rule }) => rule === "memory-full")).toMatchObject([{ severity: level }]);
  },
);
