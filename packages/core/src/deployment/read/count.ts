import type { House } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { deploymentsOf } from "../rows/deployment.keys.ts";

/** How many deployments an organization has. */
export async function countDeployments(house: House, organization: OrganizationId): Promise<number> {
  return await house.table.count(deploymentsOf(organization));
}
