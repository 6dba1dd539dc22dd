import { type Fact, none, unknown } from "@shardwatch/core/contract/filter/value";
import type { Facts } from "@shardwatch/core/contract/filter/facts";
import { fields } from "@shardwatch/core/contract/filter/fields";
import { Sum } from "../../lib/list/totals.ts";
import type { Collector } from "./collector.ts";
import { type Question, withWord } from "./question.ts";
import { branchText } from "./versions.ts";

/** By what the memory can be split. Each is a field of the filter. */
export const dimensions = ["source", "type", "region", "version"] as const;
export type Dimension = (typeof dimensions)[number];

/** The deployments with one value, and the memory that they use. */
export interface MemoryShare {
  label: string;
  /** Undefined for a value that the filter cannot ask for. */
  question: Question | undefined;
  deployments: number;
  /** Bytes as a decimal string; null when no source reports it. */
  used: string | null;
}

/** A value of a deployment; null where it has none, undefined where it is not known. */
type Shared = string | null | undefined;

function wordsOf(fact: Fact<string | readonly string[]>): readonly Shared[] {
  if (fact === undefined || fact === null) return [fact];
  const words = typeof fact === "string" ? [fact] : fact;
  return words.length < 2 ? words.map((word) => word.toLowerCase()) : distinct(words);
}

const distinct = (words: readonly string[]) => [...new Set(words.map((word) => word.toLowerCase()))];

/** The values that a deployment has. It counts for each of its regions. */
const valuesOf: Record<Dimension, (facts: Facts) => readonly Shared[]> = {
  source: ({ source }) => [source],
  type: ({ type }) => [type],
  region: ({ regions }) => wordsOf(regions),
  version: ({ version }) => [version == null ? undefined : branchText(version)],
};

function labelOf(dimension: Dimension, value: Shared): string {
  if (value === null) return "None";
  if (value === undefined) return "Unknown";
  return dimension === "version" ? value : fields[dimension].show({ word: value });
}

/** The filter has these two words for values that are missing, so it cannot ask for a value with such a name. */
const reserved: readonly string[] = [none, unknown];

function questionOf(dimension: Dimension, value: Shared): Question | undefined {
  if (value === null) return withWord("", dimension, none);
  if (value === undefined) return withWord("", dimension, unknown);
  return reserved.includes(value) ? undefined : withWord("", dimension, value);
}

/** Adds up the memory of the deployments with the same value. The largest share comes first. */
export function shareCollector(dimension: Dimension): Collector<MemoryShare[]> {
  const groups = new Map<Shared, { deployments: number; used: Sum }>();
  const shareOf = ([value, { deployments, used }]: [Shared, { deployments: number; used: Sum }]) => ({
    label: labelOf(dimension, value),
    question: questionOf(dimension, value),
    deployments,
    used: used.text,
  });
  return {
    add({ memoryUsed }, facts) {
      for (const value of valuesOf[dimension](facts)) {
        const group = groups.get(value) ?? { deployments: 0, used: new Sum() };
        groups.set(value, group);
        group.deployments += 1;
        group.used.add(memoryUsed);
      }
    },
    result: () => [...groups].map(shareOf).toSorted(byMemory),
  };
}

function byMemory(left: MemoryShare, right: MemoryShare): number {
  const difference = BigInt(right.used ?? -1) - BigInt(left.used ?? -1);
  if (difference !== 0n) return difference > 0n ? 1 : -1;
  return right.deployments - left.deployments;
}
