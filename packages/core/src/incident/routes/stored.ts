import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { routesKey } from "../rows/incident.keys.ts";
import { readRoutes, type StoredRoutes } from "../rows/routes.table.ts";

/** The routes of an organization; undefined while it has changed nothing about them. */
export async function readStored(
  { table }: Services,
  organization: OrganizationId,
): Promise<StoredRoutes | undefined> {
  const row = await table.get(routesKey(organization));
  return row && readRoutes(row);
}
