import { deflateRawSync, inflateRawSync } from "node:zlib";
import { cleanJson } from "../kit/foreign-text.ts";
import { type Fact, type FieldEntry, isWhole, subjectOf } from "./field-entry.ts";

/*
 * What came and went within one entry of the feed. An entry has the first and the last value of a field. By them alone, a
 * server that was unreachable for a minute went from active to active.
 */

/** A value between the first and the last one, how often it came, and for how long, in milliseconds. */
export type Passing = readonly [value: Fact, times: number, longest: number, total: number];

/** Of a field: since when it has its present value, Unix epoch in milliseconds, and what it had before. */
export type Passed = readonly [since: number, ...was: Passing[]];

/** By `subjectOf`. A field that is not there has its value since its entry began. */
export type PassedFields = Readonly<Record<string, Passed>>;

/** How many values of a field, and how many fields of an entry, are kept. The detail of a deployment has few bytes for it. */
const [mostValues, mostFields] = [4, 20];
/** In characters of JSON. A longer text is not kept. */
const longestValue = 120;

interface Entry {
  at: number;
  fields: readonly FieldEntry[];
  passed?: PassedFields | undefined;
}

/** What has passed in an entry after these fields changed again. */
export function passedAfter(
  { at: begun, fields, passed = {} }: Entry,
  later: readonly FieldEntry[],
  at: number,
) {
  const known = new Map(fields.map((entry) => [subjectOf(entry), entry]));
  const next: Record<string, Passed> = { ...passed };
  for (const entry of later) {
    const subject = subjectOf(entry);
    const before = known.get(subject);
    if (isWhole(entry) || (before && isWhole(before))) continue;
    const [since, ...was] = passed[subject] ?? [begun];
    if (passed[subject] || Object.keys(next).length < mostFields)
      next[subject] = before ? [at, ...withOne(was, before[2] as Fact, at - since)] : [at];
  }
  return next;
}

function withOne(was: readonly Passing[], value: Fact, held: number): Passing[] {
  const text = JSON.stringify(value);
  const known = was.findIndex(([one]) => JSON.stringify(one) === text);
  const [, times, longest, total] = was[known] ?? [value, 0, 0, 0];
  const now: Passing = [value, times + 1, Math.max(longest, held), total + held];
  if (known >= 0) return was.with(known, now);
  return was.length < mostValues && text.length <= longestValue ? [...was, now] : [...was];
}

/** As a row stores it: what is neither the first nor the last value of its field. Undefined for nothing. */
export function packPassed(
  fields: readonly FieldEntry[],
  passed: PassedFields | undefined,
): Uint8Array | undefined {
  if (!passed) return undefined;
  const named = fields.flatMap((entry): [string, Passing[]][] => {
    const subject = subjectOf(entry);
    const ends = [entry[1], entry[2]].map((end) => JSON.stringify(end));
    const [, ...was] = passed[subject] ?? [0];
    const between = was.filter(([value]) => !ends.includes(JSON.stringify(value)));
    return between.length > 0 && !isWhole(entry) ? [[subject, between]] : [];
  });
  return named.length > 0 ? deflateRawSync(JSON.stringify(Object.fromEntries(named))) : undefined;
}

/** What has passed, by `subjectOf`, with texts that are safe to show. */
export const readPassed = (packed: Uint8Array | undefined): Readonly<Record<string, readonly Passing[]>> =>
  packed ? (JSON.parse(cleanJson(inflateRawSync(packed).toString())) as Record<string, Passing[]>) : {};
