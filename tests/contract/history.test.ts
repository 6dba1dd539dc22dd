import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import type { Live } from "@shardwatch/core/contract/deployment/live";
import { authorityOfIntegration } from "@shardwatch/core/deployment/ingest/authority";
import { ingest } from "@shardwatch/core/deployment/ingest/ingest";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { slotAt } from "@shardwatch/core/history/slots";
import { storeSlots } from "@shardwatch/core/history/store";
import { beforeEach, describe, expect, test } from "vitest";
import { figures, historyStage, range } from "../support/history-stage.ts";
import { askHistory, historyOf, valuesOf } from "../support/history.ts";
import { databases } from "../support/reports.ts";
import { slotFigures, slotMilliseconds, slotStart, trailsOf } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const hour = 3_600_000;
let stage: Awaited<ReturnType<typeof historyStage>>;

beforeEach(async () => {
  stage = await historyStage(world);
});

const all = "metric=memoryUsed,memoryLimit,utilization,ops,clients,hitRatio,ramShards";

test("HIS03 the history of a day has five-minute values, with null where none came and the status of each step", async () => {
  const first = await stage.reportSlots(5, (index) => (index === 2 ? undefined : figures(1_000 + index)));
  const { id } = await stage.found();
  const answer = await historyOf(
    world,
    await stage.signedIn(),
    id,
    `?${all}&${range(first - 300_000, first + 1_500_000)}`,
  );
  expect(answer).toMatchObject({
    from: new Date(first - 300_000).toISOString(),
    to: new Date(first + 1_500_000).toISOString(),
    step: 300,
    newest: new Date(first + 1_200_000).toISOString(),
    status: [
      ["before", 1],
      ["active", 2],
      ["silent", 1],
      ["active", 2],
    ],
  });
  expect(valuesOf(answer, "memoryUsed")).toEqual([null, 1_000, 1_001, null, 1_003, 1_004]);
  expect(valuesOf(answer, "memoryLimit")).toEqual([null, 2_000, 2_000, null, 2_000, 2_000]);
  expect(valuesOf(answer, "utilization")?.[4]).toBeCloseTo(50.15, 3);
  expect(valuesOf(answer, "ops")).toEqual([null, 10, 10.01, null, 10.03, 10.04]);
  expect(answer.unknown).toEqual([
    { metric: "clients", reason: "The server did not report it." },
    { metric: "hitRatio", reason: "The server did not report it." },
    { metric: "ramShards", reason: "Only Redis Enterprise has a license with shards." },
  ]);
});

test("HIS03 without a range it is the last day, and the newest steps are awaited", async () => {
  await stage.reportSlots(3, (index) => figures(index));
  const { id } = await stage.found();
  const answer = await historyOf(world, await stage.signedIn(), id);
  expect(answer.step).toBe(300);
  expect(answer.series.map(({ metric }) => metric)).toEqual(["memoryUsed", "memoryLimit"]);
  expect(answer.status.at(-1)).toEqual(["awaited", 1]);
  expect(answer.status.at(-2)).toEqual(["active", 3]);
  expect(Date.parse(answer.to) - Date.parse(answer.from)).toBe(24 * hour + 300_000);
});

test("HIS03 hours have the largest memory, the mean of the rates and the last number of keys", async () => {
  world.clock.time = Math.ceil(world.clock.now() / hour) * hour + 1_000;
  const first = await stage.reportSlots(24, (index) =>
    figures(index % 12 === 5 ? 1_900 : 1_000, { ops: [index], keys: [index * 7] }),
  );
  const { id } = await stage.found();
  const metrics = "metric=memoryUsed,ops,opsPeak,keys&step=3600";
  const answer = await historyOf(
    world,
    await stage.signedIn(),
    id,
    `?${metrics}&${range(first, first + 2 * hour)}`,
  );
  expect(valuesOf(answer, "memoryUsed")).toEqual([1_900, 1_900]);
  expect(valuesOf(answer, "ops")).toEqual([5.5, 17.5]);
  expect(valuesOf(answer, "opsPeak")).toEqual([11, 23]);
  expect(valuesOf(answer, "keys")).toEqual([77, 161]);
  const [memory] = answer.series;
  expect([memory?.of, memory?.unit]).toEqual(["largest", "bytes"]);
});

test("HIS03 a total is not known while one of its databases is not, and is without those that were not there yet", async () => {
  const ids = ["0", "1"];
  const first = await stage.reportSlots(
    4,
    (index) => (index === 0 ? figures(10) : { ids, used: [10, index === 2 ? null : 5] }),
    { databases: databases(2) },
  );
  const { id } = await stage.found();
  const query = `?metric=memoryUsed&${range(first, first + 1_200_000)}`;
  expect(valuesOf(await historyOf(world, await stage.signedIn(), id, query), "memoryUsed")).toEqual([
    10,
    15,
    null,
    15,
  ]);
  const each = await historyOf(world, await stage.signedIn(), id, `${query}&database=each`);
  expect(valuesOf(each, "memoryUsed", "1")).toEqual([null, 5, null, 5]);
  const single = await historyOf(world, await stage.signedIn(), id, `${query}&database=1`);
  expect(single.series.map(({ database }) => database)).toEqual(["1"]);
});

test("HIS03 SCR10 of sixty databases the five largest have series of their own, and one is of the others", async () => {
  const ids = Array.from({ length: 60 }, (_, index) => String(index));
  await stage.report([], { databases: databases(60) });
  const first = slotStart(world, 0);
  world.clock.time = first + slotMilliseconds + 1_000;
  await stage.report([stage.slot(first, { ids, used: ids.map((id) => Number(id) + 1) })], {
    databases: databases(60),
  });
  const query = `?metric=memoryUsed&database=each&${range(first, first + 300_000)}`;
  const { series } = await historyOf(world, await stage.signedIn(), (await stage.found()).id, query);
  expect(series.map(({ database }) => database)).toEqual([...ids.slice(55).toReversed(), null]);
  expect(series[0]?.values).toEqual([60]);
  expect(series[5]).toMatchObject({ others: 55, values: [(55 * 56) / 2] });
});

test.each([
  ["from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z", "from: must be before to"],
  ["from=yesterday", "from: must be a time such as 2026-11-22T08:00:00Z"],
  ["to=0001-01-01T00:00:00Z", "to: must be in a year from 1970 to 9998"],
  ["metric=memory", "metric"],
  ["step=60", "step: "],
  ["database=another", 'database: must be "total", "each" or the id of a database of this deployment'],
])("HIS03 %s is answered with the field and what is right", async (query, sentence) => {
  await stage.report([]);
  const answer = await askHistory(world, await stage.signedIn(), (await stage.found()).id, `?${query}`);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(JSON.stringify(sentence).slice(1, -1));
});

test("HIS03 a step that does not fit the range is answered with the step that fits", async () => {
  await stage.report([]);
  const { id } = await stage.found();
  const now = world.clock.now();
  const day = 24 * hour;
  const expected: [number, number, number, string][] = [
    [
      now - 10 * day,
      now - 9 * day,
      300,
      "step: must be 3600 for this range, because five-minute values are kept for 3 days",
    ],
    [
      now - 60 * day,
      now - 59 * day,
      3600,
      "step: must be 86400 for this range, because hourly values are kept for 35 days",
    ],
    [
      now - 2.9 * day,
      now,
      300,
      "step: must be 3600 or more for this range, because an answer has at most 750 values",
    ],
    [
      now - 751 * day,
      now,
      86400,
      "from: must be at most 750 days before to, because an answer has at most 750 values",
    ],
  ];
  for (const [from, to, step, sentence] of expected) {
    const answer = await askHistory(world, await stage.signedIn(), id, `?${range(from, to)}&step=${step}`);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ details: [sentence] }),
    ]);
  }
  for (const [from, step] of [
    [2 * day, 300],
    [2.5 * day, 3600],
    [31 * day, 3600],
    [34 * day, 86400],
    [396 * day, 86400],
  ] as const)
    expect((await historyOf(world, await stage.signedIn(), id, `?${range(now - from, now)}`)).step).toBe(
      step,
    );
});

test("HIS03 another tenant's deployment is not found, in the bytes of one that does not exist", async () => {
  await stage.report([]);
  const { id } = await stage.found();
  const stranger = await signUp(world);
  const answers = await Promise.all(
    [id, "dep_00000000000000000000", "x"].map(async (other) => await askHistory(world, stranger, other)),
  );
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  const texts = await Promise.all(answers.map(async (answer) => await answer.text()));
  expect(new Set(texts.map((text) => text.replace(/"requestId":"[^"]*"/, "")))).toHaveProperty("size", 1);
});

test("HIS01 P2 with what reported it the answer takes two round trips, without it three", async () => {
  await stage.reportSlots(2, (index) => figures(index));
  const { id, via } = await stage.found();
  for (const [query, trips] of [
    [`?via=${via}`, 2],
    ["", 3],
    ["?step=3600", 3],
    [`?step=3600&via=${via}`, 2],
  ] as const) {
    const person = await stage.signedIn();
    world.recorder.clear();
    await historyOf(world, person, id, query);
    expect([query, world.recorder.sequentialRoundTrips()]).toEqual([query, trips]);
  }
});

test("HIS01 what a former owner said stays in the chart, and what another one says beside the owner does not", async () => {
  const first = await stage.reportSlots(2, () => figures(100));
  const second = (await createKey(world, await stage.signedIn())).compositeKey;
  // It reports the same server, but the first key owns it.
  await stage.report(
    [stage.slot(first, figures(999)), stage.slot(first + 300_000, figures(999))],
    {},
    second,
  );
  world.clock.advance(hour);
  const taken = slotStart(world, 1);
  await stage.report([stage.slot(taken, figures(7))], {}, second);
  const { id, via } = await stage.found();
  expect(via).toContain("agent00000000002");
  const answer = await historyOf(
    world,
    await stage.signedIn(),
    id,
    `?metric=memoryUsed&${range(first, taken + 300_000)}`,
  );
  const values = valuesOf(answer, "memoryUsed") ?? [];
  expect(values.slice(0, 3)).toEqual([100, 100, null]);
  expect(values).not.toContain(999);
});

test("HIS04 HIS01 a reading before the range still holds at its begin: nothing is silent that was only not read", async () => {
  const person = await signUp(world);
  const organization = organizationOfJob(person.organizationId);
  const source = { kind: "elasticache", id: "int_carts", instance: "-" } as const;
  const id = deploymentId(organization, source.kind, "carts");
  await ingest(world.services, {
    organization,
    source,
    measuredAt: world.clock.now(),
    observations: [
      {
        id,
        name: "carts",
        type: "STANDALONE",
        status: "active",
        statusMessage: null,
        databases: [],
        license: null,
        cloudSubscription: null,
        enterpriseAdminUrl: null,
      },
    ],
    authority: authorityOfIntegration(person.accountId),
  });
  const read = slotAt(world.clock.now()) + 1;
  world.clock.time = (read + 8) * slotMilliseconds;
  const deployments = [{ id, status: "active", databases: figures(1_000) }];
  await storeSlots(world.services, organization, source, [{ slot: read, deployments }]);
  const from = (read + 1) * slotMilliseconds;
  const answer = await historyOf(
    world,
    await signInAgain(world, person),
    id,
    `?metric=memoryUsed&${range(from, from + 4 * slotMilliseconds)}`,
  );
  expect(answer.from).toBe(new Date(from).toISOString());
  expect(answer.status).toEqual([
    ["active", 3],
    ["silent", 1],
  ]);
  expect(valuesOf(answer, "memoryUsed")).toEqual([1_000, 1_000, 1_000, null]);
});

describe("the number of Queries", () => {
  beforeEach(async () => {
    stage = await historyStage(world);
    await stage.report([]);
  });

  /** Reports a slot with so many databases. Returns when it began. */
  async function reportSlot(count: number): Promise<number> {
    world.clock.time = slotStart(world, -1) + 1_000;
    const begun = slotStart(world, 1);
    await stage.report([stage.slot(begun, slotFigures(count, 500))], { databases: databases(count) });
    return begun;
  }

  const sumOf = (count: number): number => count * 500 + (count * (count - 1)) / 2;

  /** What the chart and the live figures read, each with its Queries and its round trips. */
  async function read(from: number, to: number) {
    const { id, via = "" } = await stage.found();
    const as = await stage.signedIn();
    const counted = () => ({
      queries: world.recorder.sent.filter(({ command }) => command === "QueryCommand").length,
      trips: world.recorder.sequentialRoundTrips(),
    });
    const query = `via=${encodeURIComponent(via)}`;
    world.recorder.clear();
    const past = await historyOf(world, as, id, `?${query}&${range(from, to)}`);
    const chart = { values: valuesOf(past, "memoryUsed"), ...counted() };
    world.recorder.clear();
    const answer = await call(world, "GET", `/deployments/${id}/live?${query}`, { as });
    const { from: since, total } = (await answer.json()) as Live;
    return { chart, live: { since, used: Number(total.memoryUsed), ...counted() } };
  }

  test("P2 P15 HIS01 a source of up to 150 databases is read with two Queries in two round trips", async () => {
    const begun = await reportSlot(150);
    const since = new Date(begun).toISOString();
    expect(await read(begun, begun + slotMilliseconds)).toEqual({
      chart: { values: [sumOf(150)], queries: 2, trips: 2 },
      live: { since, used: sumOf(150), queries: 2, trips: 2 },
    });
  });

  test("HIS01 HIS03 no slot is missing, however many databases the source had before and has now", async () => {
    const counts = [100, 400, 200, 100];
    let first: number | undefined;
    for (const [index, count] of counts.entries()) {
      const begun = await reportSlot(count);
      first ??= begun;
      const { chart, live } = await read(first, begun + slotMilliseconds);
      expect(chart.values?.map(Boolean)).toEqual(counts.slice(0, index + 1).map(() => true));
      expect(chart.trips).toBeLessThanOrEqual(index === 0 ? 2 : 3);
      expect(live).toMatchObject({ since: new Date(begun).toISOString(), used: sumOf(count) });
    }
    const groups = (await trailsOf(world, stage.organizationId)).map(({ sk }) => sk.split("#")[3] ?? "");
    expect(new Set(groups.map((group) => group.split(".")[0]))).toEqual(new Set(["0", "1", "2"]));
  });
});
