import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { TroubleOf } from "../../contract/filter/facts.ts";
import type { Trouble } from "../../contract/incident/trouble.ts";
import type { PatchedVersions } from "../../contract/support/worst.ts";

interface ReadIncidents {
  /** By the id of each deployment that is in one. */
  troubles: ReadonlyMap<string, Trouble>;
  patched: PatchedVersions;
}

/** Reads what the open incidents of an organization say, and what people said is patched. */
export type IncidentReader = (services: Services, organization: OrganizationId) => Promise<ReadIncidents>;

/**
 * Reads the incidents of organizations: a Query and a GetItem for each. Incidents are a noun above this one, so the caller hands in
 * how they are read.
 */
export async function joinIncidents(
  services: Services,
  organizations: readonly OrganizationId[],
  read: IncidentReader,
): Promise<TroubleOf> {
  const asked = organizations.map(async (each) => [each, await read(services, each)] as const);
  const joined: ReadonlyMap<string, ReadIncidents> = new Map(await Promise.all(asked));
  const troubleOf: TroubleOf = ({ id, organization }) => joined.get(organization)?.troubles.get(id) ?? null;
  return Object.assign(troubleOf, {
    patchedIn: (organization: string) => joined.get(organization)?.patched,
  });
}
