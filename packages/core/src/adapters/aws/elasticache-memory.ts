import type { AwsAnswer, MemoryGauge } from "../../ports/elasticache.ts";
import { type Metric, readMetrics } from "./elasticache-metrics.ts";
import type { Session } from "./elasticache-session.ts";

const windowMs = 10 * 60_000;

/** BytesUsedForCache of each gauge, in bytes: the newest value of the last ten minutes, null without one. */
export async function readMemory(
  session: Session,
  region: string,
  gauges: readonly MemoryGauge[],
): Promise<AwsAnswer<(bigint | null)[]>> {
  const now = Date.now();
  const span = { from: now - windowMs, until: now };
  const answer = await readMetrics(session, region, gauges.map(toMetric), span);
  return answer.outcome === "ok" ? { outcome: "ok", value: answer.value.map(newestOf) } : answer;
}

const toMetric = (gauge: MemoryGauge): Metric => ({
  node: gauge,
  name: "BytesUsedForCache",
  statistic: "Maximum",
  tier: gauge.tiered ? "Memory" : undefined,
});

function newestOf(values: ReadonlyMap<number, number>): bigint | null {
  const newest = values.get(Math.max(...values.keys()));
  return newest === undefined ? null : BigInt(Math.round(newest));
}
