import { memoryUsed, plainDatabases, strangeDatabases } from "./databases.ts";
import { isAtLeast, plantedSecret, type ClusterState } from "./state.ts";

/** What the API answers to a path: a body, or undefined for 404. */
export type Body = object | undefined;

/** GET /v1/cluster. The types of some settings differ between versions. There is no id. */
export function clusterBody({ name, createdAt, version }: ClusterState): Body {
  const new8 = isAtLeast(version, 8, 0);
  return {
    name,
    created_time: createdAt,
    cm_port: 8443,
    cnm_https_port: 9443,
    cnm_http_port: 8080,
    rack_aware: false,
    upgrade_mode: false,
    handle_redirects: false,
    mask_bdb_credentials: false,
    email_alerts: false,
    alert_settings: { cluster_certs_about_to_expire: { enabled: true, threshold: "45" } },
    password_complexity: new8 ? { enabled: false } : false,
    sentinel_cipher_suites: new8 ? ["TLS_AES_256_GCM_SHA384"] : "TLS_AES_256_GCM_SHA384",
    smtp_password: plantedSecret,
  };
}

/** GET /v1/license; 404 where none is installed. Limits by kind of shard came with 7.2, a trial has none. */
export function licenseBody({ license, version, name }: ClusterState): Body {
  if (license === "none") return undefined;
  const trial = license === "trial";
  const limits = { ram_shards_limit: trial ? null : 120, flash_shards_limit: trial ? null : 80 };
  const expired = license === "expired";
  return {
    activation_date: "2024-03-05T00:00:00Z",
    expiration_date: expired ? "2025-03-05T00:00:00Z" : "2099-03-05T00:00:00Z",
    cluster_name: trial ? null : name,
    owner: trial ? null : "Example Ltd",
    expired,
    ram_shards_in_use: trial ? 1 : 44,
    flash_shards_in_use: trial ? 0 : 16,
    ...(isAtLeast(version, 7, 2) && limits),
    shards_limit: trial ? 4 : 200,
    features: trial ? ["trial", "bigstore"] : ["bigstore", "unheard-of"],
    license: trial ? "" : `----- LICENSE START -----\n${plantedSecret}\n----- LICENSE END -----\n`,
    key: trial ? "" : plantedSecret,
  };
}

/** GET /v1/nodes. */
export function nodesBody({ nodes, version }: ClusterState): Body {
  return nodes.map((status, index) => ({
    uid: index + 1,
    status,
    software_version: version,
    addr: `10.0.0.${index + 1}`,
    cores: 8,
    total_memory: 33_554_432_000,
    shard_count: 20,
    supported_database_versions: [{ db_type: "redis", version: "7.4.0" }],
  }));
}

/** GET /v1/bdbs, with its passwords unless `fields` leaves them out. */
export function databasesBody(state: ClusterState, fields: string | null): Body {
  const all: unknown[] = plainDatabases(state);
  if (state.strangeDatabases) all.push(...strangeDatabases());
  if (fields === null) return all;
  const wanted = fields.split(",");
  return all.map((item) =>
    typeof item === "object" && item !== null
      ? Object.fromEntries(Object.entries(item).filter(([name]) => wanted.includes(name)))
      : item,
  );
}

/** What each database does, beside its memory. Rates are for a second. */
const activity = {
  no_of_keys: "raw:120000.0",
  conns: "raw:42.0",
  instantaneous_ops_per_sec: "raw:1500.5",
  read_hits: "raw:900.0",
  read_misses: "raw:100.0",
  evicted_objects: "raw:0.0",
  expired_objects: "raw:12.5",
  mem_frag_ratio: "raw:1.08",
};

/**
 * GET /v1/bdbs/stats/last, an object by uid; 404 where there is no database. Every number is a float.
 * @param metrics the names of the figures that are asked for, with commas; null for all
 */
export function statsBody(state: ClusterState, metrics: string | null): Body {
  if (state.databases === 0) return undefined;
  const times = { stime: "2026-01-01T00:00:00Z", etime: "2026-01-01T00:00:10Z" };
  const wanted = metrics?.split(",");
  const entries = plainDatabases(state).flatMap(({ uid }) => {
    const used = memoryUsed(uid, state);
    if (used === undefined) return [];
    const figures = Object.entries({ used_memory: `raw:${used}.0`, ...activity });
    const asked = figures.filter(([name]) => wanted?.includes(name) ?? true);
    return [[String(uid), { ...times, ...Object.fromEntries(asked) }] as const];
  });
  return Object.fromEntries(entries);
}

/**
 * GET /v1/shards: ids are texts but for bdb_uid. Two of each database, which share its memory. `fields` is not documented
 * here, so it changes nothing.
 */
export function shardsBody(state: ClusterState): Body {
  return plainDatabases(state).flatMap(({ uid }) => {
    const used = memoryUsed(uid, state);
    return ["master", "slave"].map((role, index) => ({
      uid: String(uid * 2 + index),
      node_uid: String(index + 1),
      bdb_uid: uid,
      role,
      status: state.downShards.includes(uid * 2 + index) ? "inactive" : "active",
      detailed_status: state.downShards.includes(uid * 2 + index) ? "down" : index === 0 ? "busy" : "ok",
      assigned_slots: "0-16383",
      loading: { status: "idle" },
      report_timestamp: "2026-01-01T00:00:00Z",
      ...(used !== undefined && {
        redis_info: { used_memory: index === 0 ? Math.ceil(used / 2) : Math.floor(used / 2) },
      }),
    }));
  });
}

/** JSON in which "raw:5.0" is the number 5.0: some numbers of the API cannot be written otherwise. */
export function toJson(body: Body): string {
  return JSON.stringify(body).replace(/"raw:([^"]+)"/g, "$1");
}
