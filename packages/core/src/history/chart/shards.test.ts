import { expect, test } from "vitest";
import { emptyTimeline } from "../timeline/timeline.ts";
import { shardSeries } from "./shards.ts";

const day = 86_400_000;
const stepsOfDay = 24;
const counts = (ramShards: number) => ({ ramShards, ramShardLimit: 10, flashShards: 0, flashShardLimit: 0 });

/** Four days in hours, all of them covered. The last one is today. */
function series(folded: readonly number[]): (number | null)[] {
  const first = 20_000;
  const timeline = emptyTimeline(3_600, first * stepsOfDay, 4 * stepsOfDay);
  timeline.covered.fill(1);
  const shards = new Map(folded.map((index) => [first + index, counts(index)]));
  const now = (first + 3) * day + 20 * 60_000;
  const { values } = shardSeries("ramShards", timeline, shards, { shards: counts(9), now });
  return [0, 1, 2, 3].map((index) => values[index * stepsOfDay] ?? null);
}

test("HIS16 days that are not folded yet have the present shards, and a day that was left out has none", () => {
  expect(series([0, 1, 2])).toEqual([0, 1, 2, 9]);
  expect(series([0, 1])).toEqual([0, 1, 9, 9]);
  expect(series([0, 2])).toEqual([0, null, 2, 9]);
  expect(series([])).toEqual([9, 9, 9, 9]);
});
