import { CloudWatchClient, GetMetricDataCommand, type MetricDataQuery } from "@aws-sdk/client-cloudwatch";
import type { AwsAnswer, MemoryGauge } from "../ports/elasticache.ts";
import { ask, bounded, type Session } from "./elasticache-session.ts";

/** The most queries that one call accepts. */
const mostQueries = 500;
const windowMs = 10 * 60_000;
const periodSeconds = 300;

/**
 * BytesUsedForCache of each gauge, in bytes: the newest value of the last ten minutes, null without one. The
 * customer pays for each metric that is read:
 * https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/CacheMetrics.Redis.html
 */
export async function readMemory(
  session: Session,
  region: string,
  gauges: readonly MemoryGauge[],
): Promise<AwsAnswer<(bigint | null)[]>> {
  if (gauges.length === 0) return { outcome: "ok", value: [] };
  const client = bounded(new CloudWatchClient({ ...session, region }), session.deadline);
  try {
    return await ask(session.deadline, async (abort) => {
      const values: (bigint | null)[] = [];
      for (let start = 0; start < gauges.length; start += mostQueries)
        values.push(...(await readSome(client, gauges.slice(start, start + mostQueries), abort)));
      return values;
    });
  } finally {
    client.destroy();
  }
}

async function readSome(
  client: CloudWatchClient,
  gauges: readonly MemoryGauge[],
  abort: { abortSignal: AbortSignal },
): Promise<(bigint | null)[]> {
  const EndTime = new Date();
  const input = {
    StartTime: new Date(EndTime.getTime() - windowMs),
    EndTime,
    MetricDataQueries: gauges.map(toQuery),
  };
  const found = new Map<string, bigint>();
  let NextToken: string | undefined;
  do {
    const page = await client.send(new GetMetricDataCommand({ ...input, NextToken }), abort);
    for (const { Id, Values } of page.MetricDataResults ?? []) {
      const [newest] = Values ?? [];
      if (
        Id !== undefined &&
        newest !== undefined &&
        Number.isFinite(newest) &&
        newest >= 0 &&
        !found.has(Id)
      )
        found.set(Id, BigInt(Math.round(newest)));
    }
    NextToken = page.NextToken;
  } while (NextToken);
  return gauges.map((_, index) => found.get(idOf(index)) ?? null);
}

const idOf = (index: number) => `m${index}`;

function toQuery({ kind, id, tiered }: MemoryGauge, index: number): MetricDataQuery {
  const dimensions =
    kind === "serverless"
      ? // `clusterId` starts with a small c: CloudWatch answers any other spelling without values.
        [{ Name: "clusterId", Value: id }]
      : [
          { Name: "CacheClusterId", Value: id },
          { Name: "CacheNodeId", Value: "0001" },
          ...(tiered ? [{ Name: "Tier", Value: "Memory" }] : []),
        ];
  return {
    Id: idOf(index),
    MetricStat: {
      Metric: { Namespace: "AWS/ElastiCache", MetricName: "BytesUsedForCache", Dimensions: dimensions },
      Period: periodSeconds,
      Stat: "Maximum",
    },
  };
}
