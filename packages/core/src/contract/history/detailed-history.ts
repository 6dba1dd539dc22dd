/* Apart from the schemas, because pages compute with it and need no schema library. */

/** What AWS charges for one metric of GetMetricData. Nothing of it is free: https://aws.amazon.com/cloudwatch/pricing/ */
const dollarsPerMetric = 0.01 / 1_000;
const minutesOfMonth = 30 * 24 * 60;

/** How many metrics 30 days of readings take. */
export const metricsOfMonth = (metrics: number, everyMinutes: number): number =>
  metrics * (minutesOfMonth / everyMinutes);

/** What AWS charges in 30 days, in dollars. */
export const dollarsOfMonth = (metrics: number, everyMinutes: number): number =>
  metricsOfMonth(metrics, everyMinutes) * dollarsPerMetric;

/** How often detailed history is read, in minutes. Each reading has all values since the one before. */
export const detailedEveryMinutes = 60;
