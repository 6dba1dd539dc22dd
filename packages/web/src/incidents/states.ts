import type { Incident } from "@shardwatch/core/contract/incident/incident";
import {
  incidentSeverities,
  type IncidentSeverity,
  type Resolution,
} from "@shardwatch/core/contract/incident/words";

/** Whether no message about an incident goes out for now. @param now Unix epoch in milliseconds */
export const isSilenced = ({ silencedUntil }: Pick<Incident, "silencedUntil">, now: number): boolean =>
  silencedUntil !== null && Date.parse(silencedUntil) > now;

/** How many open incidents of warning and critical there are, those that are silenced apart. */
export function countUrgent(
  incidents: readonly Pick<Incident, "severity" | "silencedUntil">[],
  now: number,
): { open: number; silenced: number } {
  const urgent = incidents.filter(({ severity }) => severity !== "info");
  const silenced = urgent.filter((one) => isSilenced(one, now)).length;
  return { open: urgent.length - silenced, silenced };
}

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
  patched: "Patched by the distribution",
};
