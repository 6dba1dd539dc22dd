import { isAtLeast, plantedSecret, type ClusterState } from "./state.ts";

const gibibyte = 1_073_741_824;
const tlsModes = ["enabled", "disabled", "replica_ssl"];
const policies = ["volatile-lru", "noeviction", "allkeys-lru"];
const purposes = ["orders", "sessions", "cart", "search", "leaderboard", "rate-limit", "features"];

/**
 * Bytes used by a database; undefined for every fifth, whose statistics are missing as during a migration, unless all are
 * measured.
 */
export function memoryUsed(
  uid: number,
  { measuresAll }: Pick<ClusterState, "measuresAll">,
): number | undefined {
  return uid % 5 === 0 && !measuresAll ? undefined : uid * 5_651_336;
}

/** Every seventh has no limit. That of the sixth is larger than a double can count, unless all has to be plausible. */
const limitOf = (uid: number, measuresAll: boolean): number | string =>
  uid % 7 === 0 ? 0 : uid === 6 && !measuresAll ? "raw:9007199254740993" : uid * gibibyte;

/** A database as GET /v1/bdbs gives it in full: with its passwords in plain text. */
export function databaseOf(
  uid: number,
  { version, measuresAll }: Pick<ClusterState, "version" | "measuresAll">,
) {
  const new8 = isAtLeast(version, 8, 0);
  const full = new8 ? "8.0.0" : isAtLeast(version, 7, 2) ? "7.2.4" : "6.2.13";
  return {
    uid,
    name: `${purposes[uid % purposes.length]}-${uid}`,
    type: uid % 20 === 0 ? "memcached" : "redis",
    // One database serves the cluster itself.
    internal: uid === 3,
    status: uid % 50 === 0 ? "active-change-pending" : "active",
    version: full,
    redis_version: full.replace(/\.\d+$/, ""),
    memory_size: limitOf(uid, measuresAll),
    tls_mode: tlsModes[uid % tlsModes.length],
    ssl: false,
    shards_count: 1 + (uid % 4),
    replication: uid % 4 !== 1,
    eviction_policy: policies[uid % policies.length],
    data_persistence: uid % 2 === 0 ? "aof" : "disabled",
    module_list: uid % 6 === 0 ? [{ module_name: "search", semantic_version: "2.10.5" }] : [],
    sharding: uid % 4 > 0,
    bigstore: uid % 40 === 11,
    crdt: uid % 40 === 8,
    endpoints: [{ uid: `${uid}:1`, addr_type: "internal", dns_name: `db${uid}.example`, port: 12_000 + uid }],
    ...(new8 && { search: {}, timeseries: {}, probabilistic: true }),
    authentication_redis_pass: plantedSecret,
    authentication_admin_pass: plantedSecret,
    authentication_sasl_pass: plantedSecret,
  };
}

/** As many as the cluster has, and as the user may see. */
export function plainDatabases({ databases, visibleDatabases, version, measuresAll }: ClusterState) {
  const length = Math.min(databases, visibleDatabases);
  return Array.from({ length }, (_, index) => databaseOf(index + 1, { version, measuresAll }));
}

/** Items as no version should send them: the others must not suffer. */
export function strangeDatabases(): unknown[] {
  return [
    null,
    "a text",
    { name: "without-uid" },
    { uid: { nested: true } },
    { uid: 1, name: "a-second-number-one" },
    { uid: "9001", name: null, status: 7, version: ["8"], memory_size: -5, tls_mode: 1 },
    {
      uid: 9002,
      name: "\u001b[31mred\u0007",
      status: "",
      memory_size: "1024",
      ssl: true,
      redis_version: "5.0-big",
    },
    { uid: 9003, name: "n".repeat(10_000), status: "s".repeat(10_000), version: "v".repeat(10_000) },
  ];
}
