import type { Incident } from "@shardwatch/core/contract/incident/incident";
import {
  incidentSeverities,
  type IncidentSeverity,
  type Resolution,
} from "@shardwatch/core/contract/incident/words";

/** Whether no message about an incident goes out for now. The API decides it, so that all places have one answer. */
export const isSilenced = ({ silencedUntil }: Pick<Incident, "silencedUntil">): boolean =>
  silencedUntil !== null;

/** How many open incidents of warning and critical there are, and apart from them how many are silenced. */
export function countUrgent(incidents: readonly Pick<Incident, "severity" | "silencedUntil">[]): {
  open: number;
  silenced: number;
} {
  const others = incidents.filter((one) => !isSilenced(one));
  const open = others.filter(({ severity }) => severity !== "info");
  return { open: open.length, silenced: incidents.length - others.length };
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
  changed: "Its rule was changed",
};
