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
  const text = cleanText(typeof value === "string" ? value : value.join(", "));
  return text.length > longestValue ? `${text.slice(0, longestValue).toWellFormed()}…` : text;
}

/**
 * The changed fields as JSON; undefined when none has changed. Fields that exceed the limit of bytes are left
 * out, from the last one.
 */
export function packChanges(fields: AuditFields): string | undefined {
  const all = Object.entries(fields).map(([field, [before, after]]): Stored => {
    return [field, valueOf(before), valueOf(after)];
  });
  const changed = all.filter(([, before, after]) => before !== after);
  while (changed.length > 0) {
    const json = JSON.stringify(changed);
    if (Buffer.byteLength(json) <= mostBytes) return json;
    changed.pop();
  }
  return undefined;
}

export function readChanges(json: string | undefined) {
  const stored = json === undefined ? [] : (JSON.parse(json) as Stored[]);
  return stored.map(([field, before, after]) => ({ field, before, after }));
}
