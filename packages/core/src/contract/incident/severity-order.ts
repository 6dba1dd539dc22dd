import { incidentSeverities, type IncidentSeverity } from "./words.ts";

/** The place of a severity among all, the most urgent first. */
export const rankOf = (severity: IncidentSeverity): number => incidentSeverities.indexOf(severity);

export const isWorse = (one: IncidentSeverity, other: IncidentSeverity): boolean =>
  rankOf(one) < rankOf(other);
