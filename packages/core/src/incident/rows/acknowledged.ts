import type { Acknowledgement, IncidentEvent, IncidentRecord } from "./record.ts";

/** An incident that somebody looks after, and the event of it. */
export const acknowledgedBy = (
  record: IncidentRecord,
  acknowledged: Acknowledgement,
): { record: IncidentRecord; event: IncidentEvent } => {
  const { by, at, note } = acknowledged;
  return { record: { ...record, acknowledged }, event: { at, kind: "acknowledged", text: note, by } };
};
