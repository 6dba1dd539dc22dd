/**
 * Every request that the agent can send to a cluster. It is a type, so another request does not compile. All
 * are GET. The list of databases is always requested with `fields`, because it would include their passwords
 * otherwise. Every version that we support knows `fields`, so nothing falls back to the whole list.
 */
export const requests = {
  cluster: "/v1/cluster",
  license: "/v1/license",
  nodes: "/v1/nodes",
  databases:
    "/v1/bdbs?fields=uid,name,status,version,redis_version,memory_size,tls_mode,ssl,internal,eviction_policy,data_persistence,replication,crdt,bigstore,module_list,endpoints",
  stats:
    "/v1/bdbs/stats/last?metrics=used_memory,no_of_keys,conns,instantaneous_ops_per_sec,read_hits,read_misses,evicted_objects,expired_objects,mem_frag_ratio",
  // Versions that do not know `fields` here send the whole shards, of which nothing else is kept.
  shards:
    "/v1/shards?extra_info_keys=used_memory&fields=uid,bdb_uid,node_uid,role,status,detailed_status,redis_info",
} as const;

export type Part = keyof typeof requests;

/** What each part of a reading is for, in the words of the gap when it is missing. */
export const partNames: Record<Part, string> = {
  cluster: "Cluster",
  license: "License",
  nodes: "Nodes",
  databases: "Databases",
  stats: "Memory used",
  shards: "Shards",
};
