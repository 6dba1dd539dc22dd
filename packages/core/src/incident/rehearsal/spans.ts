import { type SlotColumn, slotColumns } from "../../contract/report/slot-columns.ts";
import { fromCode, unknownCode } from "../../kit/code16.ts";
import { type PastColumn, pastColumns } from "../../history/timeline/columns.ts";
import type { DatabasePast, Timeline } from "../../history/timeline/timeline.ts";
import { codesOfPercent } from "../../history/timeline/utilization.ts";
import type { Point } from "./possible.ts";
import { nothingKnown, type Span } from "./span.ts";

/*
 * What the figures of a step can have been. A code rounds, and a gauge of five minutes or of an hour is the largest one.
 */

type Ends = readonly [lo: number, hi: number];

/** The figures that have one code. */
function endsOf(code: number, column: SlotColumn): Ends | undefined {
  const figure = fromCode(code);
  if (figure === null) return undefined;
  const next = code + 1 < unknownCode ? (fromCode(code + 1) ?? figure) : figure;
  const { perUnit } = slotColumns[column];
  // Whole numbers have codes of their own up to a limit. Parts of one are rounded everywhere.
  const half = next - figure > 1 || perUnit > 1 ? (next - figure) / 2 : 0;
  return [Math.max(0, figure - half) / perUnit, (figure + half) / perUnit];
}

const codeOf = (past: DatabasePast, name: PastColumn, index: number): number =>
  past.get(name)?.[index] ?? unknownCode;

const columnEnds = (past: DatabasePast, name: PastColumn, index: number) =>
  endsOf(codeOf(past, name, index), pastColumns[name].from);

/** Percent with one decimal, rounded as the product does. */
const percentOf = (used: number, limit: number): number =>
  Math.floor((2_000 * used + limit) / (2 * limit)) / 10;

/** The databases that a step knows anything of. */
const membersAt = ({ databases }: Timeline, index: number): DatabasePast[] =>
  [...databases.values()].filter((past) =>
    [...past.values()].some((codes) => (codes[index] ?? unknownCode) !== unknownCode),
  );

interface Step {
  timeline: Timeline;
  index: number;
  /** Whether each value is the only one of its step, so that the passes saw no other. */
  isReading: boolean;
}

const numbersOf = (lo: number, hi: number, unknown = false): Span => ({ lo, hi, none: false, unknown });

/** The limit in a step: it was the one before, or the one after. */
function limitEnds(past: DatabasePast, { index, isReading }: Step): Ends | undefined {
  const last = columnEnds(past, "limit", index);
  const before = isReading || index === 0 ? undefined : columnEnds(past, "limit", index - 1);
  if (!last || !before) return last;
  return [Math.min(last[0], before[0]), Math.max(last[1], before[1])];
}

/** Of the fullest database. Of several, a rule may see any of them: one that evicts keys may not count. */
export function utilizationIn(step: Step): Span {
  const members = membersAt(step.timeline, step.index);
  const all = members.map((past) => utilizationOf(past, step));
  const known = all.filter(({ lo, hi }) => lo <= hi);
  const withLimit = known.length > 0;
  if (all.length === 0) return nothingKnown;
  return {
    lo: withLimit ? Math.min(...known.map(({ lo }) => lo)) : 1,
    hi: withLimit ? Math.max(...known.map(({ hi }) => hi)) : 0,
    none: !all.some((one) => !one.none) || (!withLimit && all.some(({ none }) => none)),
    unknown: all.some(({ unknown }) => unknown),
  };
}

function utilizationOf(past: DatabasePast, step: Step): Span {
  const [used, limit] = [columnEnds(past, "used", step.index), limitEnds(past, step)];
  if (!used || !limit) return nothingKnown;
  const [least, most] = limit;
  if (most === 0) return { lo: 1, hi: 0, none: true, unknown: false };
  const largest = fromCode(past.get("utilization")?.[step.index] ?? unknownCode);
  const stored = largest === null ? 0 : (largest / codesOfPercent) * 1.001 + 0.1;
  const hi = Math.max(percentOf(used[1], Math.max(least, 1)), stored);
  return { lo: step.isReading ? percentOf(used[0], most) : 0, hi, none: least === 0, unknown: false };
}

/** The sum of what is known: a list has no other. */
function sumOf(step: Step, name: PastColumn, isLargest: boolean): Span {
  const members = membersAt(step.timeline, step.index);
  const known = members.flatMap((past) => {
    const ends = columnEnds(past, name, step.index);
    return ends ? [ends] : [];
  });
  if (known.length === 0) return nothingKnown;
  const hi = known.reduce((sum, [, most]) => sum + most, 0);
  const lo = known.reduce((sum, [least]) => sum + least, 0);
  return numbersOf(isLargest ? 0 : lo, hi);
}

export const memoryIn = (step: Step): Span => sumOf(step, "used", !step.isReading);

export function limitIn(step: Step): Span {
  const all = membersAt(step.timeline, step.index).map((past) => limitEnds(past, step));
  const known = all.filter((one) => one !== undefined);
  if (known.length === 0) return nothingKnown;
  const none = known.some(([least]) => least === 0);
  const hi = known.reduce((sum, [, most]) => sum + most, 0);
  const lo = known.reduce((sum, [least]) => sum + least, 0);
  if (hi === 0) return { lo: 1, hi: 0, none: true, unknown: false };
  return { lo: none ? 0 : lo, hi, none, unknown: known.length < all.length };
}

/** A five-minute figure of all databases: unknown while one of them is. */
function figureIn({ timeline, index }: Step, name: PastColumn): Span {
  const ends = membersAt(timeline, index).map((past) => columnEnds(past, name, index));
  if (ends.length === 0 || ends.includes(undefined)) return nothingKnown;
  const known = ends.filter((one) => one !== undefined);
  return numbersOf(
    known.reduce((sum, [least]) => sum + least, 0),
    known.reduce((sum, [, most]) => sum + most, 0),
  );
}

export const opsIn = (step: Step): Span => figureIn(step, "ops");
export const clientsIn = (step: Step): Span => figureIn(step, "clients");

export function lagIn({ timeline, index }: Step): Span {
  const ends = membersAt(timeline, index).map((past) => columnEnds(past, "lagBytes", index));
  if (ends.length === 0 || ends.includes(undefined)) return nothingKnown;
  const known = ends.filter((one) => one !== undefined);
  return numbersOf(Math.max(...known.map(([least]) => least)), Math.max(...known.map(([, most]) => most)));
}

export function hitsIn(step: Step): Span {
  const [hits, misses] = [figureIn(step, "hits"), figureIn(step, "misses")];
  if (hits.unknown || misses.unknown) return nothingKnown;
  const none = hits.lo === 0 && misses.lo === 0;
  if (hits.hi === 0 && misses.hi === 0) return { lo: 1, hi: 0, none: true, unknown: false };
  const [lo, hi] = [
    hits.lo / Math.max(hits.lo + misses.hi, 1e-9),
    hits.hi / Math.max(hits.hi + misses.lo, 1e-9),
  ];
  return { lo: Math.floor(lo * 1_000) / 10, hi: Math.ceil(hi * 1_000) / 10, none, unknown: false };
}

/** By the memory that it is of, so between the smallest and the largest of the databases. */
export function fragmentationIn({ timeline, index }: Step): Span {
  const ends = membersAt(timeline, index).map((past) => columnEnds(past, "fragmentation", index));
  if (ends.length === 0 || ends.includes(undefined)) return nothingKnown;
  const known = ends.filter((one) => one !== undefined);
  const [lo, hi] = [Math.min(...known.map(([one]) => one)), Math.max(...known.map(([, one]) => one))];
  return numbersOf(Math.floor(lo * 100) / 100, Math.ceil(hi * 100) / 100);
}

/** The largest five-minute rate of an hour, or the most clients. A rate can have been anything below it. */
export const opsInHour = ({ timeline, index }: Step): Span =>
  upTo(figureIn({ timeline, index, isReading: false }, "opsPeak"));
export const clientsInHour = (step: Step): Span => upTo(clientsIn(step));
export const lagInHour = (step: Step): Span => upTo(lagIn(step));

const upTo = (span: Span): Span => (span.lo <= span.hi ? { ...span, lo: 0, unknown: true } : anything);

/** Of a figure whose hours say nothing of its five minutes. */
export const anything: Span = { lo: 0, hi: Number.MAX_SAFE_INTEGER, none: false, unknown: true };

/** What either of two spans allows. */
export function either(one: Span | undefined, other: Span | undefined): Span | undefined {
  if (!one || !other) return one ?? other;
  const [a, b] = [one, other].map(({ lo, hi }) => lo <= hi);
  return {
    lo: a && b ? Math.min(one.lo, other.lo) : a ? one.lo : other.lo,
    hi: a && b ? Math.max(one.hi, other.hi) : a ? one.hi : other.hi,
    none: one.none || other.none,
    unknown: one.unknown || other.unknown,
  };
}

export type Spans = Point["spans"];
export type { Step };
