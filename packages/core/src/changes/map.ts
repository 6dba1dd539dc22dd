import { added, removed } from "../contract/history/change-kinds.ts";
import type { Change, ChangedField, ChangeValue } from "../contract/history/changes.ts";
import { cleanJson } from "../kit/foreign-text.ts";
import type { ChangeRow, NamedIds } from "./change.table.ts";
import { second } from "../kit/time.ts";
import { type FieldEntry, readFields, subjectOf } from "./field-entry.ts";
import { type Passing, readPassed } from "./passing.ts";

/** The most fields of one change that an answer has. */
const mostFields = 1_000;

/**
 * A row as the API shows it. Names and values come from other machines.
 * @param text its fields, as `textOfFields` returns them; undefined when it has none
 */
export function toChange(row: ChangeRow, text: string | undefined): Change {
  const { id, kind, at, until, times = 1, via, source, more = 0 } = row;
  const fields = text === undefined ? [] : readFields(text);
  const passed = readPassed(row.between);
  const deployments = JSON.parse(cleanJson(row.deployments)) as NamedIds;
  return {
    id,
    kind,
    at: new Date(at).toISOString(),
    until: until === undefined ? null : new Date(until).toISOString(),
    times,
    deployments: deployments.map(([deployment, name]) => ({ id: deployment, name })),
    source: via === undefined || source === undefined ? null : { kind: source, via },
    fields: fields
      .slice(0, mostFields)
      .map((entry) => ({ ...toField(entry), ...between(passed[subjectOf(entry)]) })),
    more: more + Math.max(0, fields.length - mostFields),
  };
}

/** What a field was within its entry, the first that came first. */
const between = (passings: readonly Passing[] | undefined): Pick<ChangedField, "between"> =>
  passings
    ? {
        between: passings.map(([value, times, longest, total]) => ({
          value: value as ChangeValue,
          times,
          longestSeconds: Math.round(longest / second),
          seconds: Math.round(total / second),
        })),
      }
    : {};

function toField([field, from, to, id, name]: FieldEntry): ChangedField {
  const element = id === undefined ? null : { id, name: name ?? null };
  // That an element is there is not a value of its own.
  if (field.endsWith(`.${removed}`)) return { field, element, from: null, to: null };
  if (field.endsWith(`.${added}`))
    return { field, element, from: null, to: null, facts: to as Record<string, ChangeValue> };
  return { field, element, from: from as ChangeValue, to: to as ChangeValue };
}
