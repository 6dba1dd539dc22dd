import type { AwsState, Shard, SimulatedCache } from "./state.ts";

interface Query {
  Id: string;
  MetricStat: {
    Metric: { Namespace: string; MetricName: string; Dimensions: { Name: string; Value: string }[] };
    Period: number;
    Stat: string;
  };
}

/** Times are Unix epochs in seconds. */
interface Question {
  MetricDataQueries: Query[];
  StartTime: number;
  EndTime: number;
}

/**
 * GetMetricData. An unknown dimension or metric is no error, but has no data. Every metric that is asked for is billed,
 * with and without data.
 */
export function metricData(state: AwsState, accountId: string, region: string, body: unknown): Response {
  const { MetricDataQueries: queries, StartTime, EndTime } = body as Question;
  const shards = new Map((state.accounts[accountId]?.caches[region] ?? []).flatMap(shardsOf));
  const billed = (state.billed[accountId] ??= {});
  const MetricDataResults = queries.map(({ Id, MetricStat }) => {
    const { MetricName, Dimensions } = MetricStat.Metric;
    billed[MetricName] = (billed[MetricName] ?? 0) + 1;
    const named = Dimensions.map(({ Name, Value }) => `${Name}=${Value}`).join();
    const shard = shards.get(named);
    const until = Math.min(EndTime, state.metricsUntil / 1_000);
    const points =
      MetricName === "BytesUsedForCache"
        ? memoryOf(shard)
        : valuesOf(shard?.metrics?.[MetricName], MetricStat, StartTime, until);
    return {
      Id,
      Label: MetricName,
      StatusCode: "Complete",
      Timestamps: points.map(([at]) => at),
      Values: points.map(([, value]) => value),
    };
  });
  return Response.json({ MetricDataResults }, { headers: { "content-type": "application/x-amz-json-1.0" } });
}

type Point = [at: number, value: number];

const memoryOf = (shard: Shard | undefined): Point[] =>
  shard?.used === undefined ? [] : [[Math.floor(Date.now() / 1_000) - 120, shard.used]];

/** The periods that have begun, newest first. The last one may hold some of its minutes only. */
function valuesOf(
  metric: NonNullable<Shard["metrics"]>[string] | undefined,
  { Period, Stat }: Query["MetricStat"],
  from: number,
  until: number,
): Point[] {
  if (metric === undefined) return [];
  const valueAt = typeof metric === "number" ? () => metric : metric;
  const points: Point[] = [];
  for (let at = from; at < until; at += Period) {
    const minutes = Array.from({ length: Period / 60 }, (_, index) => at + index * 60);
    const values = minutes.filter((minute) => minute + 60 <= until).map((minute) => valueAt(minute / 60));
    if (values.length === 0) continue;
    const sum = values.reduce((total, value) => total + value, 0);
    points.unshift([at, Stat === "Sum" ? sum : Math.max(...values)]);
  }
  return points;
}

/** The shards of a cache by the dimensions under which they have data, as AWS names them. */
function shardsOf({ kind, id, shards = [], nodeType }: SimulatedCache): [string, Shard][] {
  const isTiered = nodeType?.startsWith("cache.r6gd.") ?? false;
  return shards.flatMap((shard): [string, Shard][] => {
    if (kind === "serverless") return [[`clusterId=${id}`, shard]];
    return shard.nodes.flatMap((node): [string, Shard][] => {
      const named = `CacheClusterId=${node},CacheNodeId=0001`;
      return isTiered
        ? [
            [named, withoutTiers(shard)],
            [`${named},Tier=Memory`, shard],
          ]
        : [[named, shard]];
    });
  });
}

/** Memory and keys are split by tier there, and have no data without one. */
function withoutTiers({ nodes, metrics = {} }: Shard): Shard {
  const { CurrItems: _, ...others } = metrics;
  return { nodes, metrics: others };
}
