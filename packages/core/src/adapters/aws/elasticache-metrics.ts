import { CloudWatchClient, GetMetricDataCommand, type MetricStat } from "@aws-sdk/client-cloudwatch";
import type { AwsAnswer, MetricNode } from "../../ports/elasticache.ts";
import { ask, bounded, type Session } from "./elasticache-session.ts";

/** The most queries that one call accepts. */
const mostQueries = 500;
/** The length of a value's period. Periods are aligned to it. */
export const periodSeconds = 300;

/** A metric of a node, or of a serverless cache. */
export interface Metric {
  node: MetricNode;
  name: string;
  statistic: "Maximum" | "Sum";
  /** With data tiering some metrics are split by tier. */
  tier?: "Memory" | undefined;
}

/** From the first moment to before the second, in milliseconds. */
export interface Span {
  from: number;
  until: number;
}

/**
 * The values of each metric by the begin of their five minutes in milliseconds, in the order of the metrics. The customer
 * pays for each metric that is read, whatever the number of its values:
 * https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/CacheMetrics.Redis.html
 */
export async function readMetrics(
  session: Session,
  region: string,
  metrics: readonly Metric[],
  span: Span,
): Promise<AwsAnswer<ReadonlyMap<number, number>[]>> {
  if (metrics.length === 0) return { outcome: "ok", value: [] };
  const client = bounded(new CloudWatchClient({ ...session, region }), session.deadline);
  try {
    return await ask(session.deadline, async (abort) => {
      const values: ReadonlyMap<number, number>[] = [];
      for (let start = 0; start < metrics.length; start += mostQueries)
        values.push(...(await readSome(client, metrics.slice(start, start + mostQueries), span, abort)));
      return values;
    });
  } finally {
    client.destroy();
  }
}

async function readSome(
  client: CloudWatchClient,
  metrics: readonly Metric[],
  { from, until }: Span,
  abort: { abortSignal: AbortSignal },
): Promise<ReadonlyMap<number, number>[]> {
  const input = {
    StartTime: new Date(from),
    EndTime: new Date(until),
    MetricDataQueries: metrics.map((metric, index) => ({ Id: idOf(index), MetricStat: toStat(metric) })),
  };
  const found = new Map(metrics.map((_, index) => [idOf(index), new Map<number, number>()]));
  let NextToken: string | undefined;
  do {
    const page = await client.send(new GetMetricDataCommand({ ...input, NextToken }), abort);
    // The values of a metric can be spread over several pages.
    for (const { Id = "", Timestamps = [], Values = [] } of page.MetricDataResults ?? [])
      for (const [index, value] of Values.entries()) {
        const at = Timestamps[index]?.getTime();
        if (at !== undefined && Number.isFinite(value) && value >= 0) found.get(Id)?.set(at, value);
      }
    NextToken = page.NextToken;
  } while (NextToken);
  return [...found.values()];
}

const idOf = (index: number) => `m${index}`;

function toStat({ node: { kind, id }, name, statistic, tier }: Metric): MetricStat {
  const dimensions =
    kind === "serverless"
      ? // `clusterId` starts with a small c: CloudWatch answers any other spelling without values.
        [{ Name: "clusterId", Value: id }]
      : [
          { Name: "CacheClusterId", Value: id },
          { Name: "CacheNodeId", Value: "0001" },
          ...(tier === undefined ? [] : [{ Name: "Tier", Value: tier }]),
        ];
  return {
    Metric: { Namespace: "AWS/ElastiCache", MetricName: name, Dimensions: dimensions },
    Period: periodSeconds,
    Stat: statistic,
  };
}
