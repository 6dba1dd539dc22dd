import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { grouped, groups, type GroupId } from "../../../lib/words/outlook-groups.ts";
import type { Question } from "../question.ts";

/** Databases with a date so near are asked for. */
export const nearDays = 30;

/**
 * The databases that the outlook is asked for. The earliest date of each is not after its likely one, so all of the groups
 * below are among them.
 */
export const nearQuestion: Question = `runway=..${nearDays}`;

/** The first group of the page Outlook that has databases. */
export interface MemoryAhead {
  group: GroupId;
  /** "within 14 days" */
  when: string;
  databases: number;
  /** How many of them a silent source has last said. */
  lastKnown: number;
}

/**
 * The databases that may be full next; undefined where none has a date so near.
 * @param now Unix epoch in milliseconds
 */
export function memoryAhead(items: readonly MemoryOutlook[], now: number): MemoryAhead | undefined {
  const byGroup = grouped(items, now);
  const first = groups.find(
    (group) => "most" in group && group.most <= nearDays && byGroup[group.id].length > 0,
  );
  if (!first) return undefined;
  const { id, label } = first;
  const rows = byGroup[id];
  return {
    group: id,
    when: label.charAt(0).toLowerCase() + label.slice(1),
    databases: rows.length,
    lastKnown: rows.filter(({ isStale }) => isStale).length,
  };
}
