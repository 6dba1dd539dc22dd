import { cleanText } from "../kit/foreign-text.ts";

/** A value of a field that the audit may show. Lists are joined. */
export type AuditValue = string | boolean | readonly string[] | null | undefined;

/** The fields of an object that changed, before and after. Only harmless fields belong here, never a secret. */
export type AuditFields = Readonly<Record<string, readonly [before: AuditValue, after: AuditValue]>>;

/** A field before and after, as it is stored. */
type Stored = [field: string, before: string | null, after: string | null];

const longestValue = 120;
/** Bytes of all changes of an event. With it, an event nearly always fits into one write unit. */
const mostBytes = 600;

function valueOf(value: AuditValue): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return cleanText(typeof value === "string" ? value : value.join(", "));
}

const cut = (text: string | null): string | null =>
  text !== null && text.length > longestValue ? `${text.slice(0, longestValue).toWellFormed()}…` : text;

/**
 * The changed fields as JSON; undefined when none has changed. Where they exceed the limit of bytes, the longest
 * are left out, and their number is shown: no change is hidden by its length.
 */
export function packChanges(fields: AuditFields): string | undefined {
  const all = Object.entries(fields).map(([field, [before, after]]): Stored => {
    return [field, valueOf(before), valueOf(after)];
  });
  // Compared before they are cut: two long values may differ at their ends.
  const changed = all
    .filter(([, before, after]) => before !== after)
    .map(([field, before, after]): Stored => [field, cut(before), cut(after)]);
  const left = [...changed];
  for (;;) {
    const missing = changed.length - left.length;
    const more: Stored[] = missing > 0 ? [["…", null, `${missing} more`]] : [];
    const json = JSON.stringify([...left, ...more]);
    if (left.length === 0 || Buffer.byteLength(json) <= mostBytes)
      return changed.length > 0 ? json : undefined;
    const sizes = left.map((one) => Buffer.byteLength(JSON.stringify(one)));
    left.splice(sizes.indexOf(Math.max(...sizes)), 1);
  }
}

export function readChanges(json: string | undefined) {
  const stored = json === undefined ? [] : (JSON.parse(json) as Stored[]);
  return stored.map(([field, before, after]) => ({ field, before, after }));
}
