import type { Database, Deployment } from "@shardwatch/core/contract/deployment";

/** Who reports the facts of a deployment's databases. Each reports others. */
export type FactSource = "server" | "cluster" | "enterprise" | "redis-cloud" | "elasticache";

export function factSourceOf({ source, type }: Pick<Deployment, "source" | "type">): FactSource {
  if (source !== "agent") return source;
  return type === "ENTERPRISE" ? "enterprise" : type === "CLUSTER" ? "cluster" : "server";
}

const common = ["engine", "evictionPolicy", "persistence", "replicas"] as const;

/** The facts beside those that every source reports. */
const reported: Record<FactSource, ReadonlySet<keyof Database>> = {
  server: new Set([...common, "persistenceFailed", "role", "maxClients", "modules", "startedAt"]),
  cluster: new Set([...common, "persistenceFailed"]),
  enterprise: new Set([...common, "modules"]),
  "redis-cloud": new Set([...common, "region", "modules", "endpoint"]),
  elasticache: new Set([
    "engine",
    "evictionPolicy",
    "replicas",
    "nodeType",
    "region",
    "encryptedAtRest",
    "endpoint",
  ]),
};

export const isReported = (factSource: FactSource, fact: keyof Database): boolean =>
  reported[factSource].has(fact);

/** What a source never isReported, in words; undefined where nothing is missing. */
export const neverReported: Record<FactSource, string | undefined> = {
  server: undefined,
  cluster: "A value in which the nodes differ is unknown. Role and start time belong to the nodes.",
  enterprise: "Redis Enterprise doesn't report the start time and the client limit of its databases.",
  "redis-cloud": "Redis Cloud's API doesn't report start times and client limits.",
  elasticache: "The ElastiCache API doesn't report start times, persistence and client limits.",
};

/**
 * Why a fact has no value.
 * @param value undefined when the stored row is older than the fact
 * @param gaps what the source could not read, and which right would help
 */
export function whyUnknown(value: null | undefined, gaps: readonly string[]): string {
  if (value === undefined) return "Not reported yet";
  return gaps.length > 0 ? `Couldn't be read. ${gaps.join(" ")}` : "The source doesn't know it";
}

const persistences: Readonly<Record<string, string>> = {
  aof: "Append-only file",
  snapshot: "Snapshots",
  none: "None",
  disabled: "None",
};

/** The persistence of a database in words; a source's own words are shown as they are. */
export const describePersistence = (persistence: string): string => persistences[persistence] ?? persistence;
