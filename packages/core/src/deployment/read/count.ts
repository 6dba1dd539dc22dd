import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { deploymentsOf } from "../rows/deployment.keys.ts";

/** How many deployments an organization has. */
export async function countDeployments(services: Services, organization: OrganizationId): Promise<number> {
  return await services.table.count(deploymentsOf(organization));
}
