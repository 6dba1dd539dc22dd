import {
  type CacheCluster,
  DescribeCacheClustersCommand,
  DescribeReplicationGroupsCommand,
  DescribeServerlessCachesCommand,
  ElastiCacheClient,
  type Endpoint,
  type ReplicationGroup,
  type ServerlessCache,
} from "@aws-sdk/client-elasticache";
import { foreignText } from "../../kit/foreign-text.ts";
import type { AwsAnswer, Cache, MemoryGauge, RegionCaches } from "../../ports/elasticache.ts";
import { ask, bounded, type Session } from "./elasticache-session.ts";

/** One list of a region. */
interface List<Item> {
  items: Item[];
  /** AWS's error when the region does not have the call. */
  unknownCall?: Error;
}

/**
 * How AWS answers a call that a region or partition does not have. The first is that of ElastiCache's protocol:
 * https://docs.aws.amazon.com/AmazonElastiCache/latest/APIReference/CommonErrors.html
 */
const unknownCalls = new Set(["InvalidAction", "UnknownOperationException", "UnsupportedOperationException"]);

/** More pages than any account has. A list whose last page points to an earlier one must end. */
const mostPages = 200;

/**
 * Reads a list to its end. A call that the region does not have is an empty list. Every other error rejects,
 * so that a list never counts as read when it was not. A call can be missing for a moment only. So caches of its kind
 * that are known from before stay, also when AWS withdraws them for good.
 */
export async function readList<Item>(
  read: (next: string | undefined) => Promise<[items: Item[] | undefined, next: string | undefined]>,
): Promise<List<Item>> {
  const items: Item[] = [];
  let next: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    try {
      const [more, after] = await read(next);
      items.push(...(more ?? []));
      if (!after) return { items };
      next = after;
    } catch (error) {
      if (page === 0 && error instanceof Error && unknownCalls.has(error.name))
        return { items, unknownCall: error };
      throw error;
    }
  }
  throw Object.assign(new Error("a list has no end"), { name: "EndlessList" });
}

/** The lists that a region does not have. Throws when it has none of them, because then nothing was read. */
export function notOfferedOf(lists: Record<Cache["kind"], List<unknown>>): Cache["kind"][] {
  const kinds = Object.keys(lists) as Cache["kind"][];
  const missing = kinds.filter((kind) => lists[kind].unknownCall);
  const error = lists.replicationGroup.unknownCall;
  if (error && missing.length === kinds.length) throw error;
  return missing;
}

const engines = new Set(["redis", "valkey"]);
const gibibyte = 1024n ** 3n;

/**
 * Every cache of a region, from all pages of three lists. A replication group contains neither its version
 * nor its parameter group. Its members do, so all cache clusters are read.
 */
export async function listCaches(session: Session, region: string): Promise<AwsAnswer<RegionCaches>> {
  const client = bounded(new ElastiCacheClient({ ...session, region }), session.deadline);
  try {
    return await ask(session.deadline, async (abort) => {
      const replicationGroup = await readList(async (Marker) => {
        const page = await client.send(new DescribeReplicationGroupsCommand({ Marker }), abort);
        return [page.ReplicationGroups, page.Marker];
      });
      const cacheCluster = await readList(async (Marker) => {
        const page = await client.send(new DescribeCacheClustersCommand({ Marker }), abort);
        return [page.CacheClusters, page.Marker];
      });
      const serverless = await readList(async (NextToken) => {
        const page = await client.send(new DescribeServerlessCachesCommand({ NextToken }), abort);
        return [page.ServerlessCaches, page.NextToken];
      });
      const notOffered = notOfferedOf({ replicationGroup, cacheCluster, serverless });
      return { caches: joinCaches(replicationGroup.items, cacheCluster.items, serverless.items), notOffered };
    });
  } finally {
    client.destroy();
  }
}

function joinCaches(
  groups: readonly ReplicationGroup[],
  clusters: readonly CacheCluster[],
  serverless: readonly ServerlessCache[],
): Cache[] {
  const members = Map.groupBy(clusters, ({ ReplicationGroupId = "" }) => ReplicationGroupId);
  const all = [
    ...groups.map((group) => fromGroup(group, members.get(group.ReplicationGroupId ?? "") ?? [])),
    ...(members.get("") ?? []).map(fromCluster),
    ...serverless.map(fromServerless),
  ];
  return all.filter(({ id, engine }) => id !== "" && engines.has(engine));
}

/** The documentation has statuses in upper case; answers have them in lower case. */
const lower = (text: string | undefined) => (text ?? "").toLowerCase();

/** Only the r6gd family has a second tier, on disks. */
const isTiered = (nodeType: string | undefined) => nodeType?.startsWith("cache.r6gd.") === true;

function fromGroup(group: ReplicationGroup, members: readonly CacheCluster[]): Cache {
  const { ReplicationGroupId = "", CacheNodeType, ClusterMode, ClusterEnabled } = group;
  const versions = members.flatMap(({ EngineVersion }) => (EngineVersion ? [EngineVersion] : []));
  const gauge = (id: string, others: string[]): MemoryGauge => ({
    kind: "node",
    id,
    tiered: isTiered(CacheNodeType),
    ...(others.length > 0 && { others }),
  });
  return {
    kind: "replicationGroup",
    id: ReplicationGroupId,
    engine: lower(group.Engine ?? members[0]?.Engine ?? "redis"),
    // During a rolling upgrade, only the features of the lowest version are certain.
    version: versions.toSorted(byVersion)[0] ?? null,
    status: lower(group.Status),
    tls: group.TransitEncryptionEnabled ?? null,
    clusterMode: ClusterEnabled === true || ClusterMode === "enabled" || ClusterMode === "compatible",
    nodeType: CacheNodeType ?? null,
    parameterGroup: members[0]?.CacheParameterGroup?.CacheParameterGroupName ?? null,
    gauges: (group.NodeGroups ?? []).map(({ NodeGroupMembers = [] }) => {
      // In cluster mode AWS does not name the primary. Replicas hold the same data.
      const primary = NodeGroupMembers.find(({ CurrentRole }) => CurrentRole === "primary");
      const ids = NodeGroupMembers.flatMap(({ CacheClusterId }) => CacheClusterId ?? []).toSorted();
      const [first = "", ...others] = ids;
      return primary?.CacheClusterId ? gauge(primary.CacheClusterId, []) : gauge(first, others);
    }),
    replicas: replicasOf(group),
    encryptedAtRest: group.AtRestEncryptionEnabled ?? null,
    endpoint: endpointOf(group.ConfigurationEndpoint ?? group.NodeGroups?.[0]?.PrimaryEndpoint),
    storageLimit: null,
  };
}

function fromCluster(cluster: CacheCluster): Cache {
  const { CacheClusterId: id = "", CacheNodeType } = cluster;
  return {
    kind: "cacheCluster",
    id,
    engine: lower(cluster.Engine),
    version: cluster.EngineVersion ?? null,
    status: lower(cluster.CacheClusterStatus),
    tls: cluster.TransitEncryptionEnabled ?? null,
    clusterMode: false,
    nodeType: CacheNodeType ?? null,
    parameterGroup: cluster.CacheParameterGroup?.CacheParameterGroupName ?? null,
    gauges: [{ kind: "node", id, tiered: isTiered(CacheNodeType) }],
    replicas: 0,
    encryptedAtRest: cluster.AtRestEncryptionEnabled ?? null,
    // It is only listed on request, which makes the answer several times as large.
    endpoint: null,
    storageLimit: null,
  };
}

function fromServerless(cache: ServerlessCache): Cache {
  const { ServerlessCacheName: id = "", FullEngineVersion = "", MajorEngineVersion } = cache;
  const most = cache.CacheUsageLimits?.DataStorage?.Maximum;
  return {
    kind: "serverless",
    id,
    engine: lower(cache.Engine),
    // AWS answers both "7.1" and "valkey 8.0.0".
    version: /\d+(\.\d+){0,2}/.exec(FullEngineVersion)?.[0] ?? MajorEngineVersion ?? null,
    status: lower(cache.Status),
    // TLS cannot be switched off.
    tls: true,
    clusterMode: true,
    nodeType: null,
    parameterGroup: null,
    gauges: [{ kind: "serverless", id, tiered: false }],
    replicas: null,
    // Encryption cannot be switched off.
    encryptedAtRest: true,
    endpoint: endpointOf(cache.Endpoint),
    storageLimit: most === undefined ? null : BigInt(most) * gibibyte,
  };
}

/** The fewest of all shards: a shard without a replica loses data when its primary fails. */
function replicasOf({ NodeGroups = [] }: ReplicationGroup): number | null {
  const counts = NodeGroups.map(({ NodeGroupMembers = [] }) => NodeGroupMembers.length - 1);
  return counts.length > 0 ? Math.max(0, Math.min(...counts)) : null;
}

const longestEndpoint = 300;

function endpointOf(endpoint: Endpoint | undefined): string | null {
  const { Address, Port } = endpoint ?? {};
  return Address ? foreignText(`${Address}:${Port ?? 6_379}`, longestEndpoint) : null;
}

const byVersion = (left: string, right: string) => left.localeCompare(right, "en", { numeric: true });
