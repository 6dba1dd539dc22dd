import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { IncidentStates } from "../../contract/filter/facts.ts";
import type { Filter } from "../../contract/filter/filter.ts";

/** The states of the open incidents of an organization, by the id of each deployment that is in one. */
export type IncidentReader = (
  services: Services,
  organization: OrganizationId,
) => Promise<ReadonlyMap<string, readonly string[]>>;

/**
 * Reads the incidents of organizations for a filter that asks about them: one Query for each. Undefined for other
 * filters. Incidents are a noun above this one, so the caller hands in how they are read.
 */
export async function joinIncidents(
  services: Services,
  { terms }: Filter,
  organizations: () => readonly OrganizationId[],
  read: IncidentReader,
): Promise<IncidentStates | undefined> {
  if (!terms.has("incident")) return undefined;
  const states = new Map<string, Awaited<ReturnType<IncidentReader>>>();
  for (const organization of organizations()) states.set(organization, await read(services, organization));
  return ({ id, organization }) => states.get(organization)?.get(id) ?? null;
}
