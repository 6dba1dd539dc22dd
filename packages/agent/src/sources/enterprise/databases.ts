import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import { reportLimits as limits } from "../report-limits.ts";
import { bytesOf, isFields, textOf } from "./values.ts";
import type { Fields } from "./values.ts";

export interface Databases {
  databases: Database[];
  /** Items without a usable uid, which cannot be distinguished. */
  strange: number;
  /** Databases beyond what one report can hold. */
  beyond: number;
}

/**
 * The databases of GET /v1/bdbs. Each is read separately, so that one malformed item does not affect the
 * others. Undefined when it is not a list. Internal databases are left out.
 * @param memoryUsed bytes by uid, from `memoryFromStats` or `memoryFromShards`
 * @param tellAddress whether the addresses of databases may leave the host
 */
export function toDatabases(
  value: unknown,
  memoryUsed: ReadonlyMap<string, string>,
  tellAddress = false,
): Databases | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.map((item: unknown) => (isFields(item) ? item : {}));
  const found = new Map<string, Database>();
  let strange = 0;
  for (const item of items) {
    if (item["internal"] === true) continue;
    const id = textOf(item["uid"], limits.id);
    if (id === null || found.has(id)) strange += 1;
    else
      found.set(id, {
        ...toDatabase(id, item, memoryUsed.get(id) ?? null),
        ...(tellAddress && { endpoint: toEndpoint(item["endpoints"]) }),
      });
  }
  const databases = [...found.values()].slice(0, limits.databases);
  return { databases, strange, beyond: found.size - databases.length };
}

function toDatabase(id: string, item: Fields, memoryUsed: string | null): Database {
  return {
    id,
    name: textOf(item["name"], limits.name),
    status: textOf(item["status"], limits.status) ?? "unknown",
    // `redis_version` is the short form, such as "7.2".
    version: textOf(item["version"], limits.version) ?? textOf(item["redis_version"], limits.version),
    memoryUsed,
    // It counts the replicas' shards too, like the memory used; 0 is no limit.
    memoryLimit: bytesOf(item["memory_size"]),
    tlsEnabled: toTls(item),
    engine: "redis",
    evictionPolicy: textOf(item["eviction_policy"], limits.evictionPolicy),
    persistence: textOf(item["data_persistence"], limits.persistence),
    replicas: typeof item["replication"] === "boolean" ? Number(item["replication"]) : null,
    // Few databases have them, and a report of thousands has to stay small.
    ...(item["crdt"] === true && { activeActive: true }),
    ...(item["bigstore"] === true && { tiered: true }),
    ...(Array.isArray(item["module_list"]) && { modules: toModules(item["module_list"]) }),
  };
}

/** Where clients connect. One for clients outside of the cluster's network goes before the others. */
function toEndpoint(value: unknown): string | null {
  const all = Array.isArray(value) ? value.filter(isFields) : [];
  const { dns_name, port } = all.find((one) => one["addr_type"] === "external") ?? all[0] ?? {};
  const [name, number] = [textOf(dns_name, limits.name), textOf(port, 5)];
  return name === null || number === null ? null : `${name}:${number}`;
}

/** Sorted, because the API would store another order as a change. */
function toModules(list: readonly unknown[]): string[] {
  const names = list.flatMap((one) =>
    isFields(one) ? (textOf(one["module_name"], limits.module) ?? []) : [],
  );
  return [...new Set(names)].toSorted().slice(0, limits.modules);
}

/**
 * Reads `tls_mode`, because `ssl` stays false on new versions. "replica_ssl" is TLS between clusters only,
 * without TLS for clients.
 */
function toTls({ tls_mode: mode, ssl }: Fields): boolean | null {
  if (mode === "enabled") return true;
  if (mode === "disabled" || mode === "replica_ssl") return false;
  return mode === undefined && typeof ssl === "boolean" ? ssl : null;
}

/** Bytes used by uid, from GET /v1/bdbs/stats/last; undefined when it has another form. */
export function memoryFromStats(value: unknown): Map<string, string> | undefined {
  if (!isFields(value)) return undefined;
  const memory = new Map<string, string>();
  for (const [uid, stats] of Object.entries(value)) {
    const bytes = isFields(stats) ? bytesOf(stats["used_memory"]) : null;
    if (bytes !== null) memory.set(uid, bytes);
  }
  return memory;
}

/**
 * The same from GET /v1/shards, when there are no statistics. It is the sum over all shards of a database
 * with replicas, as in the statistics. A database with a shard of unknown memory is left out, because a
 * partial sum would look complete.
 */
export function memoryFromShards(value: unknown): Map<string, string> | undefined {
  if (!Array.isArray(value)) return undefined;
  const sums = new Map<string, bigint | null>();
  for (const shard of value as readonly unknown[]) {
    const uid = isFields(shard) ? textOf(shard["bdb_uid"], limits.id) : null;
    if (uid === null || !isFields(shard)) continue;
    const info = shard["redis_info"];
    const bytes = isFields(info) ? bytesOf(info["used_memory"]) : null;
    const sum = sums.get(uid) ?? 0n;
    sums.set(uid, bytes === null || sums.get(uid) === null ? null : sum + BigInt(bytes));
  }
  return new Map(
    [...sums].flatMap(([uid, sum]) => {
      const bytes = bytesOf(sum?.toString());
      return bytes === null ? [] : [[uid, bytes]];
    }),
  );
}
