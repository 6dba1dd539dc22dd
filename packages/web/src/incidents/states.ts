import type { Incident } from "@shardwatch/core/contract/incident/incident";
import {
  incidentSeverities,
  type IncidentSeverity,
  type Resolution,
} from "@shardwatch/core/contract/incident/words";

/** Whether no message about an incident goes out for now. @param now Unix epoch in milliseconds */
export const isSilenced = ({ silencedUntil }: Pick<Incident, "silencedUntil">, now: number): boolean =>
  silencedUntil !== null && Date.parse(silencedUntil) > now;

/** Whether nobody looks after an incident yet. */
export const isWaiting = (incident: Incident, now: number): boolean =>
  incident.acknowledged === null && !isSilenced(incident, now);

/** How many incidents there are of each severity, the most urgent first. Those without any are left out. */
export function bySeverity(incidents: readonly Incident[]): [severity: IncidentSeverity, count: number][] {
  return incidentSeverities.flatMap((severity): [IncidentSeverity, number][] => {
    const count = incidents.filter((incident) => incident.severity === severity).length;
    return count > 0 ? [[severity, count]] : [];
  });
}

/** How an incident ended. */
export const endings: Readonly<Record<Resolution, string>> = {
  recovered: "Recovered",
  deleted: "Deleted",
  moved: "Moved away",
  usual: "Usual by now",
  intended: "Intended",
};
