import { incidentSeverities, type IncidentSeverity } from "./words.ts";

const rank = (severity: IncidentSeverity) => incidentSeverities.indexOf(severity);

export const isWorseSeverity = (one: IncidentSeverity, other: IncidentSeverity): boolean =>
  rank(one) < rank(other);
