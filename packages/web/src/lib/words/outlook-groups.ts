import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { daysUntil } from "@shardwatch/core/contract/outlook/sentences";

/** The groups of the page in their order, with the most days that are left in them. The ids are in bookmarks. */
const dated = [
  { id: "14", label: "Within 14 days", most: 14 },
  { id: "30", label: "In 15–30 days", most: 30 },
  { id: "90", label: "In 31–90 days", most: 90 },
  { id: "later", label: "After 90 days", most: Number.POSITIVE_INFINITY },
] as const;

export const groups = [
  ...dated,
  { id: "unclear", label: "Growing, not clear" },
  { id: "full", label: "At their limit" },
] as const;

export type GroupId = (typeof groups)[number]["id"];

export const isGroup = (text: string | null): text is GroupId => groups.some(({ id }) => id === text);

/**
 * The group of a database by its likely date, which is in its row, too. Undefined for what is counted only.
 * @param now Unix epoch in milliseconds
 */
export function groupOf(
  { say, likely }: Pick<MemoryOutlook, "say" | "likely">,
  now: number,
): GroupId | undefined {
  if (say === "unclear" || say === "full") return say;
  if (say !== "date" || likely === null) return undefined;
  const left = daysUntil(likely, now);
  return dated.find(({ most }) => left <= most)?.id;
}

export type Grouped = Readonly<Record<GroupId, readonly MemoryOutlook[]>>;

/** The databases by group, in the order of the answer: the soonest first. */
export function grouped(items: readonly MemoryOutlook[], now: number): Grouped {
  const byGroup: Record<GroupId, MemoryOutlook[]> = {
    14: [],
    30: [],
    90: [],
    later: [],
    unclear: [],
    full: [],
  };
  for (const item of items) {
    const group = groupOf(item, now);
    if (group !== undefined) byGroup[group].push(item);
  }
  return byGroup;
}
