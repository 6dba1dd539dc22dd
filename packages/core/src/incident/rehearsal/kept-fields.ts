import { type FieldName, fields } from "../../contract/filter/fields.ts";
import type { NotKept } from "../../contract/incident/rehearsal.ts";
import { isRead, traitsOf } from "../../contract/source/source.ts";

/* Of which fields a past is kept. */

/** Whether a kind of source never reports a field. Detailed history of an AWS account may be on, so it may. */
export function neverHas(source: string, field: FieldName): boolean {
  const { figures } = traitsOf(source);
  if (field === "unsaved" || field === "persistence") return isRead(source) && figures !== "all";
  return fields[field].joined === "figures" && figures === "memory";
}

/** Fields that change within a day, and whose past is kept in five minutes and hours. */
export const movingFields = [
  "status",
  "util",
  "memory",
  "maxmemory",
  "ops",
  "clients",
  "hits",
  "lag",
  "frag",
] as const satisfies readonly FieldName[];
export type MovingField = (typeof movingFields)[number];

export const isMoving = (name: FieldName): name is MovingField =>
  (movingFields as readonly FieldName[]).includes(name);

const noPast: Partial<Record<FieldName, string>> = {
  fresh: "When a deployment reported late is not kept.",
  cve: "What was known of vulnerabilities on a past day is not kept.",
  incident: "A rule does not follow from other incidents.",
  severity: "A rule does not follow from other incidents.",
  runway: "What was said on a past day of when memory is full is not kept.",
};

const notKept = (field: FieldName, reason: string): NotKept => ({
  field,
  label: fields[field].label,
  reason,
});

/** The fields of which the evenings say nothing. */
export const notKeptOfEvenings = (names: readonly FieldName[]): NotKept[] =>
  names.flatMap((name) => {
    const reason =
      fields[name].joined === "figures" ? "The list of an evening has no five-minute figures." : noPast[name];
    return reason === undefined ? [] : [notKept(name, reason)];
  });

/** The fields of which a rehearsal says nothing. */
export const notKeptOfHistory = (names: readonly FieldName[]): NotKept[] =>
  names.flatMap((name) => {
    const reason = noPast[name];
    return reason === undefined ? [] : [notKept(name, reason)];
  });
