import type { Incident } from "@shardwatch/core/contract/incident/incident";
import type { IncidentSeverity } from "@shardwatch/core/contract/incident/words";
import { keyOf } from "../lib/words/deployment-key.ts";

/** What the open incidents say about one deployment. */
export interface Marked {
  count: number;
  /** The most urgent. */
  severity: IncidentSeverity;
  title: string;
  /** The words of the filter. */
  states: readonly string[];
}

/** Ids of all that an open incident concerns, as a list names them. */
export const membersOf = ({ affected: { first, others = [] } }: Incident): string[] => [
  ...first.map(({ id }) => id),
  ...others,
];

/** The deployments of open incidents, by `keyOf`. @param incidents the most urgent first, as the API sorts them */
export function byDeployment(incidents: readonly Incident[]): Map<string, Marked> {
  const marked = new Map<string, Marked>();
  for (const incident of incidents) {
    const { organizationId, severity, title, acknowledged } = incident;
    for (const id of membersOf(incident)) {
      const key = keyOf({ id, organizationId });
      const before = marked.get(key);
      const isAcknowledged = acknowledged !== null || before?.states.includes("acknowledged") === true;
      marked.set(key, {
        count: (before?.count ?? 0) + 1,
        severity: before?.severity ?? severity,
        title: before?.title ?? title,
        states: isAcknowledged ? ["open", "acknowledged"] : ["open"],
      });
    }
  }
  return marked;
}
