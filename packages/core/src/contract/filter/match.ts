import { type Fact, isWord, none, type Range, type Truth, unknown, type Value } from "./value.ts";

/*
 * Whether a fact is one of several values. The values are prepared once, so that a term with many of them costs
 * no more for each row than a term with one. Twelve fields with twenty values took 70 ms over 10,000 deployments with a
 * test for each value, and take 1 to 2 ms.
 */

/** The answer of a fact: false when it is none of the values, undefined when that is not known. */
export type Match<Known> = (fact: Fact<Known>) => Truth;

function matchOf<Known>(values: readonly Value[], isAsked: (known: Known) => boolean): Match<Known> {
  const asksFor = (text: string) => values.some((value) => isWord(value) && value.word === text);
  const [ifUnknown, ifNone] = [asksFor(unknown) || undefined, asksFor(none)];
  return (fact) => (fact === undefined ? ifUnknown : fact === null ? ifNone : isAsked(fact));
}

/** Matches words in any case. A fact with several words is asked for by each. */
export function matchWords(
  values: readonly Value[],
  ofCase: (text: string) => string,
): Match<string | readonly string[]> {
  const asked = new Set(values.flatMap((value) => (isWord(value) ? [value.word] : [])));
  asked.delete(unknown);
  asked.delete(none);
  // The rows of a fleet have few different words, so the case of each is changed once.
  const answers = new Map<string, boolean>();
  function isAsked(held: string): boolean {
    const known = answers.get(held);
    if (known !== undefined) return known;
    const answer = asked.has(ofCase(held));
    answers.set(held, answer);
    return answer;
  }
  return matchOf(values, (held) => (typeof held === "string" ? isAsked(held) : held.some(isAsked)));
}

/**
 * Matches numbers in ranges, with both ends included.
 * @param below the word for all numbers below zero, which no range contains
 */
export function matchNumbers(values: readonly Value[], below?: string): Match<number> {
  const ranges = joined(values.flatMap((value) => (isWord(value) ? [] : [value])));
  const asksBelow = values.some((value) => isWord(value) && value.word === below);
  return matchOf(values, (number) =>
    below !== undefined && number < 0 ? asksBelow : isWithin(ranges, number),
  );
}

type Ends = readonly [from: number, to: number];

/** The same numbers in ranges that do not overlap, in their order. */
function joined(ranges: readonly Range[]): Ends[] {
  const sorted = ranges
    .map(({ from = -Infinity, to = Infinity }): Ends => [from, to])
    .toSorted(([a], [b]) => a - b);
  const apart: Ends[] = [];
  for (const [from, to] of sorted) {
    const last = apart.at(-1);
    if (last && from <= last[1]) apart[apart.length - 1] = [last[0], Math.max(last[1], to)];
    else apart.push([from, to]);
  }
  return apart;
}

/** Whether a number is in one of ranges that do not overlap. It halves them, because there may be many. */
function isWithin(ranges: readonly Ends[], number: number): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const [from, to] = ranges[middle] ?? [0, 0];
    if (number < from) high = middle;
    else if (number > to) low = middle + 1;
    else return true;
  }
  return false;
}
