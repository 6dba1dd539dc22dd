import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import { agreed } from "@shardwatch/core/kit/agreed";
import { foreignText } from "@shardwatch/core/kit/foreign-text";
import { reportLimits } from "../report-limits.ts";
import { infoDigits, infoField } from "./info/info.ts";
import type { Info } from "./info/info.ts";
import { engineOf } from "./info/product.ts";
import type { ClusterNode } from "./cluster/topology.ts";

/** What INFO says of a server beside its figures. Only what rarely changes: the API stores each change. */
export type ServerFacts = Pick<Database, "engine" | "evictionPolicy" | "persistence" | "persistenceFailed"> &
  Pick<Database, "role" | "maxClients" | "replicas" | "mostReplicas" | "modules">;

/** The facts of one server. Null is not known, because its version does not give it. */
export function serverFacts(info: Info): ServerFacts {
  return {
    ...sharedFacts(info),
    role: roleOf(info),
    maxClients: countOf(info, "clients", "maxclients"),
    replicas: countOf(info, "replication", "connected_slaves"),
    modules: modulesOf(info),
  };
}

/** The facts that the nodes of a cluster have in common. One in which they differ is not known. */
export function clusterFacts(
  infos: readonly Info[],
  nodes: readonly ClusterNode[] | undefined,
): Partial<ServerFacts> {
  const facts = infos.map(sharedFacts);
  const replicas = replicasIn(nodes);
  if (facts.length === 0) return replicas;
  const failures = facts.map(({ persistenceFailed }) => persistenceFailed);
  return {
    engine: agreed(facts.map(({ engine }) => engine)),
    evictionPolicy: agreed(facts.map(({ evictionPolicy }) => evictionPolicy)),
    persistence: agreed(facts.map(({ persistence }) => persistence)),
    persistenceFailed: failures.includes(true) || agreed(failures),
    ...replicas,
  };
}

/**
 * How many working replicas a working primary has: the fewest, and the most where they differ. A mean would say 0 where
 * one primary has a replica and two have none.
 */
function replicasIn(nodes: readonly ClusterNode[] = []): Pick<Database, "replicas" | "mostReplicas"> {
  const working = nodes.filter(({ failed }) => !failed);
  const replicas = working.filter(({ primary }) => !primary);
  const primaries = working.filter(({ primary, slots }) => primary && slots !== 0);
  if (primaries.length === 0 || replicas.some(({ replicaOf }) => replicaOf === undefined))
    return { replicas: null };
  const counts = primaries.map(({ id }) => replicas.filter(({ replicaOf }) => replicaOf === id).length);
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  return { replicas: fewest, ...(most > fewest && { mostReplicas: most }) };
}

function sharedFacts(info: Info) {
  return {
    engine: engineOf(info),
    evictionPolicy:
      foreignText(infoField(info, "memory", "maxmemory_policy") ?? "", reportLimits.evictionPolicy) || null,
    persistence: persistenceOf(info),
    persistenceFailed: failedWrites(info),
  };
}

/** INFO says whether the append-only file is on. It does not say whether snapshots are scheduled. */
function persistenceOf(info: Info): string | null {
  return infoField(info, "persistence", "aof_enabled") === "1" ? "aof" : null;
}

function failedWrites(info: Info): boolean | null {
  const results = ["rdb_last_bgsave_status", "aof_last_bgrewrite_status", "aof_last_write_status"].map(
    (name) => infoField(info, "persistence", name),
  );
  if (results.every((result) => result === undefined)) return null;
  return results.some((result) => result !== undefined && result !== "ok");
}

function roleOf(info: Info): "primary" | "replica" | null {
  const role = infoField(info, "replication", "role");
  return role === "master" ? "primary" : role === "slave" ? "replica" : null;
}

function countOf(info: Info, section: string, name: string): number | null {
  const digits = infoDigits(info, section, name);
  return digits === undefined || digits.length > 9 ? null : Number(digits);
}

/** INFO has one line for each: "module:name=search,ver=20811,…". All lines have the same field name. */
function modulesOf(info: Info): string[] {
  const names = (info.get("modules")?.get("module") ?? "").split("\n").flatMap((line) => {
    const name = foreignText(/^name=([^,]+)/.exec(line)?.[1] ?? "", reportLimits.module).trim();
    return name === "" ? [] : [name];
  });
  return [...new Set(names)].toSorted().slice(0, reportLimits.modules);
}
