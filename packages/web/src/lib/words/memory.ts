import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { Facts } from "@shardwatch/core/contract/filter/facts";
import {
  concernOfMemory,
  evictsAnyKey,
  type Level,
  levelOfConcern,
} from "@shardwatch/core/contract/filter/severity";
import { formatBytes, utilization } from "@shardwatch/core/kit/bytes";
import { formatPercent } from "@shardwatch/core/kit/percent";
import { formatCount } from "./count.ts";

/** The memory of a deployment or of one database. Bytes are decimal strings. */
export interface Memory {
  /** Sums over the databases. Null is unknown; a limit of "0" is no limit. */
  used: string | null;
  limit: string | null;
  databases: number;
  /** How many of them have no limit; undefined where that is not known. */
  unlimited: number | undefined;
  /** How many of them have an unknown limit while others have a known one. */
  limitUnknown: number;
  /** Percent of the fullest database that has a limit; undefined without one. */
  fullest: number | undefined;
  /** The name of the fullest; undefined for a single database. */
  fullestName: string | undefined;
  /** Of the fullest database. It decides the colour. */
  level: Level;
  /** Whether the databases evict any key, so that being full is no trouble. */
  evicts: boolean;
}

/** The memory of a deployment in a list. */
export function memoryOf(item: DeploymentListItem, facts: Facts): Memory {
  return {
    used: item.memoryUsed,
    limit: item.memoryLimit,
    databases: item.databaseCount,
    unlimited: item.facts?.unlimited,
    limitUnknown: item.facts?.limitUnknown ?? 0,
    fullest: facts.utilization ?? undefined,
    fullestName: item.databaseCount > 1 ? item.fullest?.database : undefined,
    level: levelOfConcern(concernOfMemory(facts)),
    evicts: evictsAnyKey(facts.policy),
  };
}

export interface MemoryText {
  /** "5.75 / 6.00 GiB", "5.75 GiB", or "—" when nothing is known. */
  sums: string;
  /** Why there is no limit to compare with: "No limit set", "2 unlimited", "Limit unknown". */
  note: string | undefined;
  /** Percent of the sums, for the bar. Undefined when the sums do not compare. */
  percent: number | undefined;
  /** All of it as a sentence, for screen readers. */
  spoken: string;
}

/**
 * The memory in words. Where only some databases have a known limit there is no bar: what the others use is not of
 * that limit.
 */
export function describeMemory(memory: Memory): MemoryText {
  const { used, limit, fullest, fullestName } = memory;
  const note = noteOf(memory);
  const percent = note === undefined ? percentOf(used, limit) : undefined;
  const spoken = [
    sentenceOf(memory, note),
    percent === undefined ? undefined : formatPercent(percent),
    fullestName !== undefined && fullest !== undefined
      ? `fullest is ${fullestName} at ${formatPercent(fullest)}`
      : undefined,
  ];
  return {
    sums: note === undefined ? pairOf(used, limit) : used === null ? "—" : formatBytes(used),
    note,
    percent,
    spoken: spoken.filter((part) => part !== undefined).join(", "),
  };
}

function noteOf({ limit, unlimited = 0, limitUnknown }: Memory): string | undefined {
  if (limit === null) return "Limit unknown";
  if (limit === "0" && limitUnknown === 0) return "No limit set";
  const exceptions = [
    ...(unlimited > 0 ? [`${formatCount(unlimited)} unlimited`] : []),
    ...(limitUnknown > 0 ? [`limit unknown for ${formatCount(limitUnknown)}`] : []),
  ];
  return exceptions.length > 0 ? exceptions.join(", ") : undefined;
}

function sentenceOf({ used, limit, databases }: Memory, note: string | undefined): string {
  if (databases === 0) return "No databases";
  if (used === null && limit === null) return "Memory unknown: not reported";
  const known = used === null ? "Memory used unknown" : `${formatBytes(used)} used`;
  return note === undefined ? `${known} of ${formatBytes(limit)}` : `${known}, ${note}`;
}

/** "5.75 / 6.00 GiB", and "512.00 MiB / 6.00 GiB" where the units differ. */
function pairOf(used: string | null, limit: string | null): string {
  const whole = formatBytes(limit);
  if (used === null) return `— / ${whole}`;
  const part = formatBytes(used);
  const [figure = "", unit] = part.split(" ");
  return `${whole.endsWith(` ${unit}`) ? figure : part} / ${whole}`;
}

function percentOf(used: string | null, limit: string | null): number | undefined {
  const percent = utilization(used, limit);
  if (percent !== undefined) return Number(percent);
  return used === "0" && limit !== null && limit !== "0" ? 0 : undefined;
}
