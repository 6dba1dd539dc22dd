import { countKeys } from "../agent-key/revoke-many.ts";
import { audit } from "../access/audit.ts";
import type { Services, MemberContext } from "../access/context.ts";
import { organizationBeingDeleted } from "../access/scope.deletion.ts";
import type { OrganizationId } from "../access/scope.ts";
import { removeMembers } from "../account/delete.ts";
import type { OrganizationDetail } from "../contract/organization.ts";
import { countDeployments } from "../deployment/read/count.ts";
import { Problem } from "../kit/problem.ts";
import { withdrawSent } from "../invitation/forget.ts";
import { get, visible } from "../organization/administer.ts";
import { beginDeletion, departingIds, emptyPartition, isBeingDeleted } from "../organization/delete.ts";
import { sourceKinds } from "../sources.ts";
import type { RowBudget } from "../table/clear.ts";

/**
 * What each noun keeps of an organization outside of its partition, in the order in which it has to go: whoever could
 * write anything new goes first. What lies in the partition is deleted as a whole afterwards, so a noun whose
 * rows are all there needs no step. A step may be repeated, and says whether it is done.
 */
const steps: readonly ((services: Services, id: OrganizationId, budget: RowBudget) => Promise<boolean>)[] = [
  ...sourceKinds.map(({ endAll }) => endAll),
  withdrawSent,
  removeMembers,
];

/** How many rows one call deletes: seconds of work on a busy machine too, well below the time that a request may take. */
const rowsPerCall = 1_000;

/** One organization with its members and the numbers of what would go with it. Throws notFound. */
export async function detail(ctx: MemberContext, id: string): Promise<OrganizationDetail> {
  const organization = visible(ctx, id);
  const [found, deployments, accessKeys] = await Promise.all([
    get(ctx, id),
    countDeployments(ctx, organization),
    countKeys(ctx, organization),
  ]);
  return { ...found, holds: { deployments, accessKeys } };
}

/**
 * Deletes an organization with everything in it; its members stay as accounts without organization. It is marked
 * first: from then on it is gone for everybody, and nothing new can be put into it. Then row after row goes, so
 * that a call that ended early is gone on with by the next. Returns whether it is done, or has to be called again.
 * Throws notFound.
 */
export async function remove(ctx: MemberContext, id: string, rows = rowsPerCall): Promise<boolean> {
  const organization = visible(ctx, id);
  const beginning = await beginDeletion(ctx, organization);
  if (beginning === "none") throw new Problem("notFound", "Organization not found");
  if (beginning === "begun") audit(ctx, "organization.deleted", { organizationId: organization });
  return await empty(ctx, organization, { rows });
}

/** Deletes what is left of an organization whose deletion has begun. Returns whether it is done. */
async function empty(services: Services, id: OrganizationId, budget: RowBudget): Promise<boolean> {
  for (const step of [...steps, emptyPartition]) if (!(await step(services, id, budget))) return false;
  return true;
}

/** Ids of the organizations whose deletion has begun and did not come to its end. */
export async function unfinishedDeletions(services: Services): Promise<string[]> {
  return await departingIds(services);
}

/** Goes on with a deletion until it is done. Harmless when it is, and for an organization that is not being deleted. */
export async function finishDeletion(services: Services, id: string): Promise<void> {
  const organization = organizationBeingDeleted(id);
  if (!(await isBeingDeleted(services, organization))) return;
  while (!(await empty(services, organization, { rows: rowsPerCall })));
}
