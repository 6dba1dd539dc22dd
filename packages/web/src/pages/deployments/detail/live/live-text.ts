import type { Live, LiveFigureName, LiveFigures } from "@shardwatch/core/contract/deployment/live";
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
  memoryUsed !== null && Number(memoryUsed) < muchData ? "not meaningful below 100 MiB" : "RSS ÷ used memory";

/** The newest values are at most five minutes old when a report brings them, and a report may take one more. */
const newestFor = 6 * minute;

/** What is read once an hour is a few minutes old then, and a reading may come a tick late. */
const newestHourlyFor = 75 * minute;

/** Whether the values are as new as they can be. */
export function areNew({ to, hourly }: Pick<Live, "to" | "hourly">, now: number): boolean {
  if (hourly) return now - Date.parse(hourly.to) < newestHourlyFor;
  return to !== null && now - Date.parse(to) < newestFor;
}

/** Why figures are not known, each reason once. */
export interface Reasons {
  /** The reason of all of them, which is said for them together. */
  all: string | undefined;
  /** The others, each at the first figure that has it. */
  first: ReadonlyMap<LiveFigureName, string>;
}

/** The figures with tiles of their own, in their order. The last tile has the lag, or else the silence. */
export const shownFigures = (isHourly: boolean): LiveFigureName[] => [
  "opsPerSecond",
  "clients",
  "hitRatio",
  "keys",
  "evictedPerSecond",
  ...(isHourly ? [] : (["expiredPerSecond", "fragmentation", "replicationSilence"] as const)),
];

/**
 * Which reasons to say, and where.
 * @param names the figures that are shown
 */
export function reasonsIn(
  { total, partial, unknown }: Pick<Live, "total" | "partial" | "unknown">,
  names: readonly LiveFigureName[],
): Reasons {
  const known = partial?.total ?? total;
  const isShown = (name: LiveFigureName) =>
    known[name] !== null || (name === "replicationSilence" && known.replicationLag !== null);
  const missing = names.filter((name) => !isShown(name));
  const reasonOf = (name: LiveFigureName) => unknown.find(({ figure }) => figure === name)?.reason;
  const reasons = missing.map(reasonOf);
  const [only] = reasons;
  if (missing.length === names.length && reasons.every((reason) => reason === only))
    return { all: only, first: new Map() };
  const first = new Map<LiveFigureName, string>();
  for (const [place, reason] of reasons.entries()) {
    const name = missing[place];
    if (name && reason !== undefined && reasons.indexOf(reason) === place) first.set(name, reason);
  }
  return { all: undefined, first };
}
