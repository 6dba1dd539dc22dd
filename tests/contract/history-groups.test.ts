import type { Live } from "@shardwatch/core/contract/live";
import { beforeEach, expect, test } from "vitest";
import { historyOf, valuesOf } from "../support/history.ts";
import { historyStage, range } from "../support/history-stage.ts";
import { databases } from "../support/reports.ts";
import { slotFigures, slotMilliseconds, slotStart, trailsOf } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call } from "../support/world.ts";

const world = await worldOfFile();
let stage: Awaited<ReturnType<typeof historyStage>>;

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
