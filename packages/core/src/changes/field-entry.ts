import { deflateRawSync, inflateRawSync } from "node:zlib";
import { added, removed } from "../contract/history/change-kinds.ts";
import { cleanJson } from "../kit/foreign-text.ts";

/** A fact of a shape as it is compared and stored. Lists are sorted, because their order means nothing. */
export type Fact = string | number | boolean | null | readonly string[];

/** The facts of an element of a deployment. */
export type Facts = Readonly<Record<string, Fact>>;

/**
 * One field of a shape before and after, as rows store it. The last two are the id and the name of the
 * database, node or shard that it belongs to. Of an added element `to` has the facts, of a removed one `from`
 * is true.
 */
export type FieldEntry = [field: string, from: Fact, to: Fact | Facts, id?: string, name?: string];

/** Compressed bytes of the fields of one row. A report has at most 1 MB, so few ever have as many. */
const mostBytes = 60_000;
/** The same as characters of JSON. Long names that are alike deflate to nothing, but reading them takes time. */
const mostText = 200_000;

/** The fields as a row stores them, and how many did not fit. */
export function packFields(entries: readonly FieldEntry[]): { what: Uint8Array; more: number } {
  let kept = entries.slice(0, fitting(entries));
  for (;;) {
    const what = deflateRawSync(JSON.stringify(kept));
    if (what.length <= mostBytes) return { what, more: entries.length - kept.length };
    kept = kept.slice(0, Math.floor(kept.length / 2));
  }
}

/** How many of the entries have at most `mostText` characters together. */
function fitting(entries: readonly FieldEntry[]): number {
  let length = 0;
  const beyond = entries.findIndex((entry) => (length += JSON.stringify(entry).length + 1) > mostText);
  return beyond < 0 ? entries.length : beyond;
}

/** Fields as stored as JSON. Texts of other machines in it are as they came. */
export const textOfFields = (what: Uint8Array): string => inflateRawSync(what).toString();

/** The fields in such a text, with texts that are safe to show. */
export const readFields = (text: string): FieldEntry[] => JSON.parse(cleanJson(text)) as FieldEntry[];

/** The list that a field's element is in, with the dot; "" for a field of the deployment itself. */
const listOf = ([field, , , id]: FieldEntry) =>
  id === undefined ? "" : field.slice(0, field.indexOf(".") + 1);
export const isWhole = ([field]: FieldEntry): boolean =>
  field.endsWith(`.${added}`) || field.endsWith(`.${removed}`);

/** The same text for all entries about one element. */
const elementOf = (entry: FieldEntry) => JSON.stringify([listOf(entry), entry[3]]);

/** The same text for two entries about one field of one element. Whether it is there is one field. */
export const subjectOf = (entry: FieldEntry): string =>
  isWhole(entry) ? elementOf(entry) : JSON.stringify([entry[0], entry[3]]);

/** Whether two changes have a field in common. That an element comes or goes concerns all of its fields. */
export const overlap = (left: readonly FieldEntry[], right: readonly FieldEntry[]): boolean =>
  right.some(isAmong(left));

/** Whether the first change has every field of the other one. */
export const covers = (left: readonly FieldEntry[], right: readonly FieldEntry[]): boolean =>
  right.every(isAmong(left));

function isAmong(entries: readonly FieldEntry[]): (entry: FieldEntry) => boolean {
  const [fields, elements, wholes] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const entry of entries) {
    fields.add(subjectOf(entry));
    elements.add(elementOf(entry));
    if (isWhole(entry)) wholes.add(elementOf(entry));
  }
  return (entry) =>
    fields.has(subjectOf(entry)) || (isWhole(entry) ? elements : wholes).has(elementOf(entry));
}

/**
 * Two changes as one: each field with its first value before and its last value after. An element that comes
 * or goes replaces what was known of its fields.
 */
export function mergeFields(earlier: readonly FieldEntry[], later: readonly FieldEntry[]): FieldEntry[] {
  const merged = new Map(earlier.map((entry) => [subjectOf(entry), entry]));
  for (const entry of later) {
    const subject = subjectOf(entry);
    const before = merged.get(subject);
    if (isWhole(entry)) {
      for (const [other, content] of merged) if (elementOf(content) === subject) merged.delete(other);
      merged.set(subject, entry);
      continue;
    }
    const [field, from, ...rest] = entry;
    merged.set(subject, [field, before ? before[1] : from, ...rest]);
  }
  return [...merged.values()];
}
