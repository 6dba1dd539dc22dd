import type { OutlookAnswer } from "@shardwatch/core/contract/outlook/outlook";
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
} as const satisfies Partial<Record<keyof Counts, readonly [string, string]>>;

/** "412 show no growth, 31 are known for too few days"; undefined where there are none. */
export function countsText(counts: Counts): string | undefined {
  const parts = (Object.keys(words) as (keyof typeof words)[]).flatMap((name) => {
    const count = counts[name];
    return count === 0 ? [] : [`${formatCount(count)} ${words[name][count === 1 ? 0 : 1]}`];
  });
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** "3 have a limit that isn't known"; undefined where there are none. */
export const unknownText = ({ unknown }: Counts): string | undefined =>
  unknown === 0
    ? undefined
    : `${formatCount(unknown)} ${unknown === 1 ? "has" : "have"} a limit that isn't known`;

/** How many databases the filter matches. */
export const countOf = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
