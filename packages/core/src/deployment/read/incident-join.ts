import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { TroubleOf } from "../../contract/filter/facts.ts";
import type { Trouble } from "../../contract/incident/trouble.ts";

/** What the open incidents of an organization say, by the id of each deployment that is in one. */
export type IncidentReader = (
  services: Services,
  organization: OrganizationId,
) => Promise<ReadonlyMap<string, Trouble>>;

/**
 * Reads the incidents of organizations: one Query for each. Incidents are a noun above this one, so the caller hands in
 * how they are read.
 */
export async function joinIncidents(
  services: Services,
  organizations: readonly OrganizationId[],
  read: IncidentReader,
): Promise<TroubleOf> {
  const asked = organizations.map(async (each) => [each, await read(services, each)] as const);
  const troubles: ReadonlyMap<string, ReadonlyMap<string, Trouble>> = new Map(await Promise.all(asked));
  return ({ id, organization }) => troubles.get(organization)?.get(id) ?? null;
}
