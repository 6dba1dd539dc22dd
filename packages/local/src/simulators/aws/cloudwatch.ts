import type { Account, SimulatedCache } from "./state.ts";

interface Query {
  Id: string;
  MetricStat: {
    Metric: { Namespace: string; MetricName: string; Dimensions: { Name: string; Value: string }[] };
  };
}

/** GetMetricData of BytesUsedForCache. An unknown dimension is no error, but has no data. */
export function metricData(account: Account, region: string, body: unknown): Response {
  const { MetricDataQueries: queries } = body as { MetricDataQueries: Query[] };
  const figures = new Map((account.caches[region] ?? []).flatMap(figuresOf));
  const MetricDataResults = queries.map(({ Id, MetricStat: { Metric } }) => {
    const named = Metric.Dimensions.map(({ Name, Value }) => `${Name}=${Value}`).join();
    const used = Metric.MetricName === "BytesUsedForCache" ? figures.get(named) : undefined;
    return {
      Id,
      Label: Metric.MetricName,
      StatusCode: "Complete",
      Timestamps: used === undefined ? [] : [Math.floor(Date.now() / 1_000) - 120],
      Values: used === undefined ? [] : [used],
    };
  });
  return Response.json({ MetricDataResults }, { headers: { "content-type": "application/x-amz-json-1.0" } });
}

/** The dimensions under which a cache has data, as AWS names them. */
function figuresOf({ kind, id, shards = [], nodeType }: SimulatedCache): [string, number][] {
  return shards.flatMap(({ used, nodes }) => {
    if (used === undefined) return [];
    if (kind === "serverless") return [[`clusterId=${id}`, used] as [string, number]];
    const tier = nodeType?.startsWith("cache.r6gd.") ? ",Tier=Memory" : "";
    return nodes.map((node): [string, number] => [`CacheClusterId=${node},CacheNodeId=0001${tier}`, used]);
  });
}
