import type { Account, AwsState, Shard, SimulatedCache } from "./state.ts";
import { failure, listOf, queryAnswer, type Xml } from "./wire.ts";

/** The lists of ElastiCache, page after page as the real ones come. */
export function elastiCacheAnswer(
  state: AwsState,
  account: Account,
  region: string,
  action: string,
  form: URLSearchParams,
): Response {
  const caches = account.caches[region] ?? [];
  const page = (token: string, items: Xml[]) => {
    const start = Number(form.get(token) ?? 0);
    const end = start + state.pageSize;
    return { items: items.slice(start, end), next: end < items.length ? String(end) : undefined };
  };
  switch (action) {
    case "DescribeReplicationGroups": {
      const { items, next } = page("Marker", caches.filter(isGroup).map(groupXml));
      return queryAnswer(action, { Marker: next, ReplicationGroups: listOf("ReplicationGroup", items) });
    }
    case "DescribeCacheClusters": {
      const { items, next } = page("Marker", caches.flatMap(clustersXml));
      return queryAnswer(action, { Marker: next, CacheClusters: listOf("CacheCluster", items) });
    }
    case "DescribeServerlessCaches": {
      const found = caches.filter(({ kind }) => kind === "serverless").map(serverlessXml);
      const { items, next } = page("NextToken", found);
      return queryAnswer(action, { NextToken: next, ServerlessCaches: listOf("member", items) });
    }
    case "DescribeCacheParameters": {
      const parameters = account.parameterGroups[form.get("CacheParameterGroupName") ?? ""];
      if (!parameters) return failure("elasticache", 404, "CacheParameterGroupNotFound", "no such group");
      const all = Object.entries(parameters).map(([ParameterName, ParameterValue]) => ({
        ParameterName,
        ParameterValue,
      }));
      const { items, next } = page("Marker", all);
      return queryAnswer(action, { Marker: next, Parameters: listOf("Parameter", items) });
    }
    default:
      return failure("elasticache", 400, "InvalidAction", action);
  }
}

const isGroup = ({ kind }: SimulatedCache) => kind === "replicationGroup";

const shardsOf = ({ id, shards }: SimulatedCache): Shard[] => shards ?? [{ nodes: [`${id}-001`] }];

/** A replication group shows neither its version nor its parameter group, like a real one. */
function groupXml(cache: SimulatedCache): Xml {
  const { id, status = "available", clusterMode = false, engine = "redis", tls } = cache;
  const groups = shardsOf(cache).map(({ nodes }, index) => ({
    NodeGroupId: String(index + 1).padStart(4, "0"),
    Status: "available",
    PrimaryEndpoint: clusterMode ? undefined : { Address: `master.${id}.cache.example`, Port: 6379 },
    NodeGroupMembers: listOf(
      "NodeGroupMember",
      nodes.map((CacheClusterId, place) => ({
        CacheClusterId,
        CacheNodeId: "0001",
        // Present only when cluster mode is off.
        CurrentRole: clusterMode ? undefined : place === 0 ? "primary" : "replica",
      })),
    ),
  }));
  return {
    ReplicationGroupId: id,
    Status: status,
    Engine: engine,
    ClusterEnabled: clusterMode,
    ClusterMode: clusterMode ? "enabled" : "disabled",
    CacheNodeType: cache.nodeType ?? "cache.t4g.micro",
    TransitEncryptionEnabled: tls,
    AtRestEncryptionEnabled: cache.encryptedAtRest,
    ...(clusterMode && { ConfigurationEndpoint: { Address: `clustercfg.${id}.cache.example`, Port: 6379 } }),
    NodeGroups: listOf("NodeGroup", groups),
  };
}

function clustersXml(cache: SimulatedCache): Xml[] {
  if (cache.kind === "serverless") return [];
  const { id, version = "7.1.0", engine = "redis", status = "available", tls } = cache;
  const nodeType = cache.nodeType ?? "cache.t4g.micro";
  const ids = isGroup(cache) ? shardsOf(cache).flatMap(({ nodes }) => nodes) : [id];
  return ids.map((CacheClusterId) => ({
    CacheClusterId,
    ReplicationGroupId: isGroup(cache) ? id : undefined,
    CacheClusterStatus: status,
    Engine: engine,
    EngineVersion: version,
    CacheNodeType: nodeType,
    NumCacheNodes: 1,
    TransitEncryptionEnabled: tls,
    AtRestEncryptionEnabled: cache.encryptedAtRest,
    CacheParameterGroup: { CacheParameterGroupName: cache.parameterGroup ?? "default.redis7" },
  }));
}

function serverlessXml(cache: SimulatedCache): Xml {
  const { id, status = "available", engine = "valkey", version = "8.0", storageGb } = cache;
  return {
    ServerlessCacheName: id,
    Status: status,
    Engine: engine,
    MajorEngineVersion: version.split(".")[0],
    FullEngineVersion: version,
    Endpoint: { Address: `${id}.serverless.cache.example`, Port: 6379 },
    ...(storageGb !== undefined && {
      CacheUsageLimits: { DataStorage: { Maximum: storageGb, Unit: "GB" } },
    }),
  };
}
