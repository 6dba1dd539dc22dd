import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import {
  concernOfMemory,
  evictsAnyKey,
  type Level,
  levelOfConcern,
} from "@shardwatch/core/contract/filter/severity";
import { sumBytes, utilization } from "@shardwatch/core/kit/bytes";
import { databaseName } from "./database-name.ts";
import type { Memory } from "./memory.ts";

/** The memory of one database. */
export function memoryOfDatabase({
  memoryUsed,
  memoryLimit,
  evictionPolicy,
}: Pick<Database, "memoryUsed" | "memoryLimit" | "evictionPolicy">): Memory {
  const percent = utilization(memoryUsed, memoryLimit);
  const fullest = percent === undefined ? undefined : Number(percent);
  const judged = { utilization: fullest, policy: evictionPolicy };
  return {
    used: memoryUsed,
    limit: memoryLimit,
    databases: 1,
    unlimited: memoryLimit === "0" ? 1 : 0,
    limitUnknown: 0,
    fullest,
    fullestName: undefined,
    level: levelOfConcern(concernOfMemory(judged)),
    evicts: evictsAnyKey(evictionPolicy),
  };
}

const worstFirst: readonly Level[] = ["critical", "warning", "ok"];

/** The memory of all databases of one deployment. The fullest is one of the worst level. */
export function memoryOfDatabases(databases: readonly Database[]): Memory {
  const each = databases.map((database) => ({ database, ...memoryOfDatabase(database) }));
  const limit = sumBytes(databases.map(({ memoryLimit }) => memoryLimit));
  const level = worstFirst.find((one) => each.some((memory) => memory.level === one)) ?? "ok";
  const fullest = each
    .filter((memory) => memory.level === level && memory.fullest !== undefined)
    .toSorted((a, b) => (b.fullest ?? 0) - (a.fullest ?? 0))[0];
  return {
    used: sumBytes(databases.map(({ memoryUsed }) => memoryUsed)),
    limit,
    databases: databases.length,
    unlimited: each.filter(({ unlimited }) => unlimited === 1).length,
    limitUnknown: limit === null ? 0 : databases.filter(({ memoryLimit }) => memoryLimit === null).length,
    fullest: fullest?.fullest,
    fullestName: fullest && databases.length > 1 ? databaseName(fullest.database) : undefined,
    level,
    evicts: each.every(({ evicts }) => evicts),
  };
}
