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

/** What one shard costs a customer in a month of 30 days: usually, and when its memory is asked for at each reading. */
export const monthlyCost = { usual: each(memoryIntervalMinutes), most: each(5) };
