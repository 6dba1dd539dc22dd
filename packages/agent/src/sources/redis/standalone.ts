import type { RedisSettings } from "../../configuration/settings.ts";
import { foreignText } from "../../foreign-text.ts";
import type { Reading, Status } from "../source.ts";
import type { Failure } from "./errors.ts";
import { infoDigits, infoField } from "./info.ts";
import type { Info } from "./info.ts";

type Explained = readonly [Status, string?];

const clusterNode =
  "The server is a node of a Redis Cluster. This version of the agent reads standalone servers only.";
const sentinel =
  "The address is a Sentinel, which holds no data. Give the address of the Redis server that it watches.";
const unreadable = "INFO came without the figures that a Redis or Valkey server gives.";

/** What the contract of a report takes, in UTF-16 units. */
const versionLimit = 64;

/** What one INFO of one server says, as a reading. `maxmemory` is for servers whose INFO has none. */
export function toReading(settings: RedisSettings, info: Info, maxmemory?: string): Reading {
  const mode = serverMode(info);
  if (mode === "cluster") return withoutDatabases(settings, ["unsupported", clusterNode], "CLUSTER");
  if (mode === "sentinel") return withoutDatabases(settings, ["unsupported", sentinel]);
  const memoryUsed = infoDigits(info, "memory", "used_memory") ?? null;
  if (memoryUsed === null) return withoutDatabases(settings, ["unsupported", unreadable]);
  // While loading, used_memory climbs from zero: the server's last known figures are the better ones.
  if (infoField(info, "persistence", "loading") === "1")
    return withoutDatabases(settings, ["loading", "The server is loading its data into memory."]);

  const [status, statusMessage] = replicaStatus(info);
  return {
    deployment: {
      ...identity(settings),
      status,
      ...(statusMessage !== undefined && { statusMessage }),
      databases: [
        {
          id: "0",
          name: settings.databaseName,
          status,
          version: serverVersion(info),
          memoryUsed,
          memoryLimit: memoryLimit(info) ?? maxmemory ?? null,
          tlsEnabled: settings.tls !== undefined,
        },
      ],
    },
    ...replication(info),
  };
}

/** The reading of a server that could not be read: without databases, so that the last known ones stay. */
export function toFailedReading(settings: RedisSettings, { status, message }: Failure): Reading {
  return withoutDatabases(settings, [status, message]);
}

/** "standalone", "cluster", "sentinel"; Valkey may call the field server_mode. */
export function serverMode(info: Info): string | undefined {
  const mode = infoField(info, "server", "redis_mode") ?? infoField(info, "server", "server_mode");
  return infoField(info, "cluster", "cluster_enabled") === "1" ? "cluster" : mode;
}

/** Valkey's own version where there is one: its redis_version only names the Redis it is compatible with. */
export function serverVersion(info: Info): string | null {
  const version = infoField(info, "server", "valkey_version") ?? infoField(info, "server", "redis_version");
  return version === undefined ? null : foreignText(version, versionLimit);
}

/** maxmemory in bytes; "0" is no limit. */
export function memoryLimit(info: Info): string | undefined {
  return infoDigits(info, "memory", "maxmemory");
}

function replicaStatus(info: Info): Explained {
  if (infoField(info, "replication", "role") !== "slave") return ["active"];
  if (infoField(info, "replication", "master_link_status") !== "down") return ["active"];
  return ["degraded", "The replica has lost its primary: its data may be old."];
}

function replication(info: Info): Pick<Reading, "replication"> {
  const dataSet = infoField(info, "replication", "master_replid");
  const role = infoField(info, "replication", "role");
  if (dataSet === undefined || role === undefined) return {};
  return { replication: { dataSet, primary: role === "master" } };
}

function identity({ key, name }: RedisSettings): { key: string; name: string; type: "STANDALONE" } {
  return { key, name, type: "STANDALONE" };
}

function withoutDatabases(
  settings: RedisSettings,
  [status, statusMessage]: Explained,
  type: "STANDALONE" | "CLUSTER" = "STANDALONE",
): Reading {
  return {
    deployment: {
      ...identity(settings),
      type,
      status,
      ...(statusMessage !== undefined && { statusMessage }),
    },
  };
}
