import type { HistorySeries } from "../../contract/history/history.ts";
import { type HistoryMetric, figures } from "../../contract/catalogue/figures.ts";
import { day, second } from "../../kit/time.ts";
import type { ShardCounts } from "../fold/shard-counts.ts";
import type { Timeline } from "../timeline/timeline.ts";

export type ShardMetric = keyof ShardCounts;

export const isShardMetric = (metric: HistoryMetric): metric is ShardMetric =>
  !("columns" in figures[metric]);

/**
 * Shards are counted when a day is folded, so all steps of a day have one value. The days after it have the present one:
 * today, and in the first hours of a day yesterday.
 * @param shardsOfDays by the number of the day since 1970
 */
export function shardSeries(
  metric: ShardMetric,
  { step, first, length, covered }: Timeline,
  shardsOfDays: ReadonlyMap<number, ShardCounts | undefined>,
  present: { shards: ShardCounts | undefined; now: number },
): HistorySeries {
  const today = Math.floor(present.now / day);
  const folded = Math.max(...[...shardsOfDays.keys()].filter((dayNumber) => dayNumber < today));
  const countsOf = (dayNumber: number) =>
    dayNumber > folded && dayNumber <= today ? present.shards : shardsOfDays.get(dayNumber);
  const { unit, of } = figures[metric];
  const values = Array.from({ length }, (_, index) => {
    const dayNumber = Math.floor(((first + index) * step * second) / day);
    return covered[index] ? (countsOf(dayNumber)?.[metric] ?? null) : null;
  });
  return { metric, database: null, unit, of, values };
}
