import { memoryIntervalMinutes } from "@shardwatch/core/contract/memory-interval";

/** https://aws.amazon.com/cloudwatch/pricing/: GetMetricData has no free tier. */
const dollarsPerMetric = 0.01 / 1_000;
const minutesPerMonth = 30 * 24 * 60;

function each(minutes: number) {
  const metrics = minutesPerMonth / minutes;
  return {
    metrics: metrics.toLocaleString("en"),
    dollars: `about $${(metrics * dollarsPerMetric).toFixed(2)}`,
  };
}

/** The customer's cost of one shard in 30 days: usually, and when each reading requests its memory. */
export const monthlyCost = { usual: each(memoryIntervalMinutes), most: each(5) };
