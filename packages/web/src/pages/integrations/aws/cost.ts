import {
  detailedEveryMinutes,
  dollarsOfMonth,
  metricsOfMonth,
} from "@shardwatch/core/contract/history/detailed-history";
import { memoryIntervalMinutes } from "@shardwatch/core/contract/history/memory-interval";
import { formatCount } from "../../../lib/words/count.ts";

/** "about $0.43" */
export const aboutDollars = (dollars: number): string =>
  dollars > 0 && dollars < 0.005 ? "less than $0.01" : `about $${dollars.toFixed(2)}`;

const each = (minutes: number, metrics = 1) => ({
  metrics: formatCount(metricsOfMonth(metrics, minutes)),
  dollars: aboutDollars(dollarsOfMonth(metrics, minutes)),
});

/** Detailed history takes so many metrics of a node. */
const metricsOfNode = 5;

/**
 * The customer's cost of one shard in 30 days: usually, when each reading requests its memory, and what the detailed
 * history of one node adds.
 */
export const monthlyCost = {
  usual: each(memoryIntervalMinutes),
  most: each(5),
  detailed: each(detailedEveryMinutes, metricsOfNode),
};
