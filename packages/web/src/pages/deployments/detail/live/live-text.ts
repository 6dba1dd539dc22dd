import type { Live, LiveFigures } from "@shardwatch/core/contract/deployment/live";
import { formatBytes } from "@shardwatch/core/kit/bytes";
import { minute } from "@shardwatch/core/kit/time";
import { formatShort } from "../../../../lib/words/short-number.ts";

type Lag = Pick<LiveFigures, "replicationLag" | "replicationSilence">;

/** How far the slowest replica is behind: in bytes as its primary sees it, in seconds as a replica itself does. */
export function lagText({ replicationLag, replicationSilence }: Lag): string | undefined {
  if (replicationLag !== null) return replicationLag === "0" ? "0 B" : formatBytes(replicationLag);
  return replicationSilence === null ? undefined : `${formatShort(replicationSilence)} s`;
}

/** Replicas acknowledge once a second, so one second is no trouble. */
const usualSilence = 1;

/** What the lag is measured from, or how long a replica was silent. */
export function lagNote({ replicationLag, replicationSilence }: Lag): string {
  if (replicationLag === null) return "since it heard from its primary";
  if (replicationSilence === null || replicationSilence <= usualSilence) return "of the slowest replica";
  return `silent for up to ${formatShort(replicationSilence)} s`;
}

/** Below, the memory of the process itself weighs more than fragmentation. */
const muchData = 100 * 1_048_576;

/** What the fragmentation is a ratio of. Among few data it says little. */
export const fragmentationNote = (memoryUsed: string | null): string =>
  memoryUsed !== null && Number(memoryUsed) < muchData
    ? "says little below 100 MiB"
    : "resident by used memory";

/** The newest values are at most five minutes old when a report brings them, and a report may take one more. */
const newestFor = 6 * minute;

/** What is read once an hour is a few minutes old then, and a reading may come a tick late. */
const newestHourlyFor = 75 * minute;

/** Whether the values are as new as they can be. */
export function areNew({ to, hourly }: Pick<Live, "to" | "hourly">, now: number): boolean {
  if (hourly) return now - Date.parse(hourly.to) < newestHourlyFor;
  return to !== null && now - Date.parse(to) < newestFor;
}
