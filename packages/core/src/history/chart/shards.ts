import type { HistorySeries } from "../../contract/history.ts";
import { type HistoryMetric, figures } from "../../contract/catalogue/figures.ts";
import { day, second } from "../../kit/time.ts";
import type { ShardCounts } from "../fold/shard-counts.ts";
import type { Timeline } from "../timeline/timeline.ts";

export type ShardMetric = keyof ShardCounts;

export const isShardMetric = (metric: HistoryMetric): metric is ShardMetric =>
  !("columns" in figures[metric]);

/**
 * Shards are counted once a day, so all steps of a day have one value. Today has the present one.
 * @param shardsOfDays by the number of the day since 1970
 */
export function shardSeries(
  metric: ShardMetric,
  { step, first, length, covered }: Timeline,
  shardsOfDays: ReadonlyMap<number, ShardCounts | undefined>,
  present: { shards: ShardCounts | undefined; now: number },
): HistorySeries {
  const counts = new Map(shardsOfDays);
  counts.set(Math.floor(present.now / day), present.shards);
  const { unit, of } = figures[metric];
  const values = Array.from({ length }, (_, index) => {
    const dayNumber = Math.floor(((first + index) * step * second) / day);
    return covered[index] ? (counts.get(dayNumber)?.[metric] ?? null) : null;
  });
  return { metric, database: null, unit, of, values };
}
