import type { Database } from "@shardwatch/core/contract/deployment";
import { agreed } from "@shardwatch/core/kit/agreed";
import { foreignText } from "@shardwatch/core/kit/foreign-text";
import { reportLimits } from "../report-limits.ts";
import { infoDigits, infoField } from "./info.ts";
import type { Info } from "./info.ts";
import { engineOf } from "./product.ts";

/** What INFO says of a server beside its figures. Only what rarely changes: the API stores each change. */
export type ServerFacts = Pick<Database, "engine" | "evictionPolicy" | "persistence" | "persistenceFailed"> &
  Pick<Database, "role" | "maxClients" | "replicas" | "modules">;

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
export function clusterFacts(infos: readonly Info[], nodes: readonly { primary: boolean }[] | undefined) {
  const facts = infos.map(sharedFacts);
  const primaries = nodes?.filter(({ primary }) => primary).length ?? 0;
  const replicas = nodes && primaries > 0 ? Math.floor((nodes.length - primaries) / primaries) : null;
  if (facts.length === 0) return { replicas };
  const failures = facts.map(({ persistenceFailed }) => persistenceFailed);
  return {
    engine: agreed(facts.map(({ engine }) => engine)),
    evictionPolicy: agreed(facts.map(({ evictionPolicy }) => evictionPolicy)),
    persistence: agreed(facts.map(({ persistence }) => persistence)),
    persistenceFailed: failures.includes(true) || agreed(failures),
    replicas,
  };
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
