import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { type Trouble, withIncident } from "@shardwatch/core/contract/incident/trouble";
import { keyOf } from "../lib/words/deployment-key.ts";
import { isSilenced } from "./states.ts";

/** Ids of all that an open incident concerns, as a list names them. */
export const membersOf = ({ affected: { first, others = [] } }: Incident): string[] => [
  ...first.map(({ id }) => id),
  ...others,
];

/** What open incidents say about their deployments, by `keyOf`. */
export function byDeployment(incidents: readonly Incident[]): Map<string, Trouble> {
  const troubles = new Map<string, Trouble>();
  for (const incident of incidents) {
    const { organizationId, severity, title, acknowledged } = incident;
    const since = Date.parse(incident.since);
    const shown = { severity, title, acknowledged, since, isSilenced: isSilenced(incident) };
    for (const id of membersOf(incident)) {
      const key = keyOf({ id, organizationId });
      troubles.set(key, withIncident(troubles.get(key), shown));
    }
  }
  return troubles;
}
