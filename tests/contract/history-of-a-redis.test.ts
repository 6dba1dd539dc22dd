import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { HistoryStep } from "@shardwatch/core/contract/history/steps";
import { foldDays } from "@shardwatch/core/history/fold/fold";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectedMetrics, expectedPast, type LoggedInfo } from "../support/expected-past.ts";
import { historyOf, valuesOf } from "../support/history.ts";
import { range } from "../support/history-stage.ts";
import { agentOff, liveRealDay } from "../support/real-day.ts";
import { slotMilliseconds, trailsOf } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const hour = 3_600_000;
const day = 24 * hour;
/** `npm run prove -- history` reads every twenty seconds. */
const readingsOfSlot = Number(process.env["READINGS"] ?? 3);

const begun = (Math.floor(world.clock.now() / day) + 1) * day;
let person: Person;
let log: LoggedInfo[];

beforeAll(async () => {
  person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  log = await liveRealDay(world, compositeKey, { begun, every: slotMilliseconds / readingsOfSlot });
  person = await signInAgain(world, person);
}, 120_000);

type Metric = (typeof expectedMetrics)[number];
const isMean = (metric: Metric) => ["ops", "hitRatio", "evictions", "expirations"].includes(metric);
const means = expectedMetrics.filter(isMean);
const gauges = expectedMetrics.filter((metric) => !isMean(metric));

/** The largest differences that were seen, for a person who runs it. */
const seen: string[] = [];
afterAll(() => {
  if (process.env["READINGS"]) console.log(seen.join("\n"));
});

async function answered(step: HistoryStep) {
  const list = await call(world, "GET", "/deployments", { as: person });
  const [found] = ((await list.json()) as DeploymentList).deployments;
  const query = `?metric=${expectedMetrics.join()}&step=${step}&${range(begun, begun + day)}`;
  return await historyOf(world, person, found?.id ?? "", query);
}

/** How far a point may be off: a share of it in percent, and in steps of the stored figure. */
interface Tolerance {
  percent: number;
  /** Rates are stored in hundredths; other figures below 2048 are exact. */
  hundredths: number;
}

/** Compares every point of a day with the log. */
async function expectAsLogged(
  step: HistoryStep,
  metrics: readonly Metric[],
  { percent, hundredths }: Tolerance,
): Promise<void> {
  const length = step * 1_000;
  const expected = expectedPast(log, { begun, length, count: day / length });
  const answer = await answered(step);
  for (const metric of metrics) {
    const values = valuesOf(answer, metric) ?? [];
    expect([metric, values.length]).toEqual([metric, expected.length]);
    let most = 0;
    for (const [index, value] of values.entries()) {
      const { [metric]: plain = null, lookups = null } = expected[index] ?? {};
      const place = `${metric} in step ${index} of ${step} s: ${value}, logged ${plain}`;
      if (value === null || plain === null) {
        expect(value, place).toBe(plain);
        continue;
      }
      const rounding = isMean(metric) ? hundredths / 100 : 0;
      // A ratio is a percentage of the lookups, whose two rates are rounded.
      const [whole, free] =
        metric === "hitRatio" ? [100, (rounding / (lookups ?? 0)) * 100] : [plain, rounding];
      const off = Math.max(0, Math.abs(value - plain) - free);
      expect(off, place).toBeLessThanOrEqual((whole * percent) / 100);
      if (whole > 0) most = Math.max(most, (off / whole) * 100);
    }
    seen.push(`${metric}, ${step} s: at most ${most.toFixed(4)} %`);
  }
}

test("HIS01 HIS02 every five-minute point of a day of a real server is what its INFO said, within 0.05 %", async () => {
  await expectAsLogged(300, expectedMetrics, { percent: 0.05, hundredths: 0.5 });
  const { status } = await answered(300);
  const [before, silence] = [agentOff.from, agentOff.until - agentOff.from].map(
    (time) => time / slotMilliseconds,
  );
  expect(status.slice(0, 2)).toEqual([
    ["active", before],
    ["silent", silence],
  ]);
});

test("HIS05 HIS02 every hour and the day, folded and without their trails, are what INFO said", async () => {
  world.clock.time = begun + day + 5 * hour;
  person = await signInAgain(world, person);
  await foldDays(world.services, person.organizationId);
  for (const row of await trailsOf(world, person.organizationId)) await world.services.table.remove(row);
  for (const step of [3_600, 86_400] as const) {
    await expectAsLogged(step, gauges, { percent: 0.05, hundredths: 0 });
    // Means of five minutes are rounded, and their mean once more.
    await expectAsLogged(step, means, { percent: 0.1, hundredths: 1 });
  }
});

test("HIS01 the load of the day was a changing one", () => {
  const steps = expectedPast(log, { begun, length: hour, count: 24 });
  for (const metric of expectedMetrics)
    expect([metric, new Set(steps.map((step) => step?.[metric])).size > 2]).toEqual([metric, true]);
});
