import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { isDeployment } from "./affected.ts";

/** The deployment that an incident is about. Undefined where it is about several, or about none. */
export function deploymentOf({ affected }: Pick<Incident, "affected">) {
  const [only] = affected.first;
  return affected.count === 1 && only && isDeployment(only.id) ? only : undefined;
}

/**
 * Incidents with those of one deployment together, at the place of its most urgent one. Each incident about something
 * else stays alone.
 * @param incidents in their order
 */
export function groupedByDeployment(incidents: readonly Incident[]): Incident[] {
  const groups = Map.groupBy(incidents, (incident) => deploymentOf(incident)?.id ?? incident.id);
  return [...groups.values()].flat();
}

/** The incidents that come first of those of one deployment, in a list that is grouped. */
export function firstOfGroups(incidents: readonly Incident[]): ReadonlySet<Incident> {
  const first = (incident: Incident, place: number) => {
    const deployment = deploymentOf(incident);
    const before = incidents[place - 1];
    return !deployment || !before || deploymentOf(before)?.id !== deployment.id;
  };
  return new Set(incidents.filter(first));
}
