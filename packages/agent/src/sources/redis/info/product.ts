import type { Engine } from "@shardwatch/core/contract/deployment/deployment";
import { infoField } from "./info.ts";
import type { Info } from "./info.ts";

/**
 * The forks that have a version of their own. Their redis_version is only the version of Redis that they are
 * compatible with.
 */
const forks = { valkey: "Valkey", redict: "Redict" } as const;

type Fork = keyof typeof forks;

function forkOf(info: Info): Fork | undefined {
  const name = infoField(info, "server", "server_name");
  return (Object.keys(forks) as Fork[]).find(
    (fork) => name === fork || infoField(info, "server", `${fork}_version`) !== undefined,
  );
}

/** The engine of a report; null for a fork that a report has no word for. */
export function engineOf(info: Info): Engine | null {
  const fork = forkOf(info);
  if (fork === undefined) return infoField(info, "server", "redis_version") === undefined ? null : "redis";
  return fork === "valkey" ? "valkey" : null;
}

/** The product as it names itself. A server that names none is Redis. */
export function productName(info: Info): string {
  const fork = forkOf(info);
  return fork === undefined ? "Redis" : forks[fork];
}

/** The product's own version, as it writes it. */
export function productVersion(info: Info): string | undefined {
  const fork = forkOf(info);
  const own = fork && infoField(info, "server", `${fork}_version`);
  return own ?? infoField(info, "server", "redis_version");
}
