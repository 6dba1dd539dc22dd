import type { MemoryOutlook, OutlookAnswer } from "@shardwatch/core/contract/outlook/outlook";
import { formatCount } from "../../../lib/words/count.ts";

type Counts = OutlookAnswer["counts"];

/** What is said of databases that are not listed, of one and of several. */
const words = {
  none: ["shows no growth", "show no growth"],
  early: ["is known for too few days", "are known for too few days"],
  far: [
    "grows and isn't full within the days that can be said",
    "grow and aren't full within the days that can be said",
  ],
  tiered: ["keeps values on flash, too", "keep values on flash, too"],
} as const satisfies Partial<Record<keyof Counts, readonly [string, string]>>;

/** "2 may be full after 90 days": dates that the answer counts and does not list. */
function laterText({ date }: Counts, listed: number): string[] {
  const count = Math.max(0, date - listed);
  return count === 0 ? [] : [`${formatCount(count)} may be full after 90 days`];
}

/**
 * "412 show no growth, 31 are known for too few days"; undefined where there are none.
 * @param listed how many of the items have a date
 */
export function countsText(counts: Counts, listed: number): string | undefined {
  const others = (Object.keys(words) as (keyof typeof words)[]).flatMap((name) => {
    const count = counts[name];
    return count === 0 ? [] : [`${formatCount(count)} ${words[name][count === 1 ? 0 : 1]}`];
  });
  const parts = [...laterText(counts, listed), ...others];
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** "3 have a limit that isn't known"; undefined where there are none. */
export const unknownText = ({ unknown }: Counts): string | undefined =>
  unknown === 0
    ? undefined
    : `${formatCount(unknown)} ${unknown === 1 ? "has" : "have"} a limit that isn't known`;

/** How many databases may grow to their limit without anybody knowing it. */
export const unjudgedIn = ({ early, unknown, tiered }: Counts): number => early + unknown + tiered;

/** How many items have a date. */
export const datedIn = (items: readonly Pick<MemoryOutlook, "say">[]): number =>
  items.filter(({ say }) => say === "date").length;

/** How many databases the filter matches. */
export const countOf = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
