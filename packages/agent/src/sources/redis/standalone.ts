import type { RedisSettings } from "../../configuration/settings.ts";
import type { Reading, Status } from "../source.ts";
import type { Failure } from "./connection/errors.ts";
import { serverFacts } from "./facts.ts";
import { primaryLink } from "./info/primary-link.ts";
import { sampleOf } from "./sample.ts";
import { sentinel, watchedPrimaries } from "./info/sentinel.ts";
import { memoryUsed, missingFigures, replication, serverMode, serverVersion } from "./info/server-info.ts";
import type { Snapshot } from "./snapshot.ts";

type Explained = readonly [Status, string?];

/**
 * The reading of one server that is not a cluster node.
 * @param address leaves the host only if the settings allow it
 */
export function toReading(settings: RedisSettings, snapshot: Snapshot, address: string): Reading {
  const { info } = snapshot;
  if (serverMode(info) === "sentinel")
    return { ...withoutDatabases(settings, ["unsupported", sentinel]), notes: watchedPrimaries(info) };
  const failure = missingFigures(info, snapshot.waitsForCopy);
  if (failure) return toFailedReading(settings, failure);

  const [status, statusMessage] = replicaStatus(snapshot);
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
          memoryUsed: memoryUsed(info) ?? null,
          memoryLimit: snapshot.memoryLimit,
          tlsEnabled: settings.tls !== undefined,
          ...(snapshot.evicted !== undefined && { evicted: snapshot.evicted }),
          startedAt: snapshot.startedAt,
          ...serverFacts(info),
          ...(settings.tellAddress && { endpoint: address }),
        },
      ],
      ...(snapshot.gaps.length > 0 && { gaps: snapshot.gaps }),
    },
    samples: [
      sampleOf([snapshot], { memoryUsed: memoryUsed(info) ?? null, memoryLimit: snapshot.memoryLimit }),
    ],
    ...replication(info),
  };
}

/** The reading of a server that could not be read. It has no databases, so that the last known ones stay. */
export function toFailedReading(settings: RedisSettings, { status, message }: Failure): Reading {
  return withoutDatabases(settings, [status, message]);
}

function replicaStatus({ info, waitsForCopy }: Snapshot): Explained {
  const link = primaryLink(info, waitsForCopy);
  if (link === "lost")
    return [
      "degraded",
      `The replica has lost its primary, or is refused by it: its data may be old. ${checkLink}`,
    ];
  if (link === "never up")
    return ["degraded", `The replica has not reached its primary yet, or is refused by it. ${checkLink}`];
  return ["active"];
}

const checkLink = "Check the connection to the primary, and masterauth and masteruser.";

function identity({ key, name }: RedisSettings): { key: string; name: string; type: "STANDALONE" } {
  return { key, name, type: "STANDALONE" };
}

function withoutDatabases(settings: RedisSettings, [status, statusMessage]: Explained): Reading {
  return {
    deployment: {
      ...identity(settings),
      status,
      ...(statusMessage !== undefined && { statusMessage }),
    },
  };
}
