import { countKeys } from "../agent-key/revoke-many.ts";
import { audit } from "../access/audit.ts";
import type { Services, MemberContext } from "../access/context.ts";
import { organizationBeingDeleted } from "../access/scope.trusted.ts";
import type { OrganizationId } from "../access/scope.ts";
import { removeMembers } from "../account/delete.ts";
import { withViewAudit } from "../audit/bounded.ts";
import type { OrganizationDetail } from "../contract/people/organization.ts";
import { countDeployments } from "../deployment/read/count.ts";
import { Problem } from "../kit/problem.ts";
import { second } from "../kit/time.ts";
import { withdrawSent } from "../invitation/forget.ts";
import { get, visible } from "../organization/administer.ts";
import {
  beginDeletion,
  countDeleted,
  countRows,
  emptyPartition,
  idsBeingDeleted,
  isBeingDeleted,
} from "../organization/delete.ts";
import { sourceKinds } from "../sources.ts";
import type { RowBudget } from "../table/clear.ts";
import { revokeAll as revokeTokens } from "../token/revoke-many.ts";

/**
 * Deletes what each noun keeps outside of an organization's partition. Nouns that can still write new rows
 * come first. The partition is deleted as a whole afterwards, so a noun with all its rows there needs no
 * step. A step may be repeated, and returns whether it is done.
 */
const steps: readonly ((services: Services, id: OrganizationId, budget: RowBudget) => Promise<boolean>)[] = [
  ...sourceKinds.map(({ endAll }) => endAll),
  revokeTokens,
  withdrawSent,
  removeMembers,
];

/**
 * How many rows one call deletes. That takes seconds on a busy machine too, well below a request's time
 * limit.
 */
const rowsPerCall = 1_000;

/**
 * How long a job deletes: its function is ended after a minute, which would count as a failure. A million rows are 20
 * minutes of work, and two hours or more with the waits between ticks. A longer limit of the function would need a queue
 * that hides its messages for six times as long.
 */
const jobTakes = 45 * second;

/** One organization with its members and the counts of what would be deleted with it. Throws notFound. */
export async function detail(ctx: MemberContext, id: string): Promise<OrganizationDetail> {
  const organization = visible(ctx, id);
  const reading = Promise.all([
    get(ctx, id),
    countDeployments(ctx, organization),
    countKeys(ctx, organization),
  ]);
  const [found, deployments, accessKeys] = await withViewAudit(ctx, organization, reading);
  return { ...found, holds: { deployments, accessKeys } };
}

/**
 * Deletes an organization with everything in it. Its members stay as accounts without an organization. The
 * organization is marked first. Since then nobody sees it, and no new rows can be put into it. Its rows are
 * deleted afterwards, so that the next call continues an interrupted one. Returns whether it is done, or has
 * to be called again. Throws notFound.
 */
export async function remove(ctx: MemberContext, id: string, rows = rowsPerCall): Promise<boolean> {
  const organization = visible(ctx, id);
  const beginning = await beginDeletion(ctx, organization);
  if (beginning === "none") throw new Problem("notFound", "Organization not found");
  if (beginning === "begun") audit(ctx, "organization.deleted", { organizationId: organization });
  return await empty(ctx, organization, { rows });
}

/** Deletes the remaining rows of an organization whose deletion has begun. Returns whether it is done. */
async function empty(services: Services, id: OrganizationId, budget: RowBudget): Promise<boolean> {
  const { rows } = budget;
  for (const step of [...steps, emptyPartition])
    if (!(await step(services, id, budget))) {
      await countDeleted(services, id, rows - budget.rows);
      return false;
    }
  return true;
}

/** Ids of the organizations whose deletion has begun and has not finished. */
export async function unfinishedDeletions(services: Services): Promise<string[]> {
  return await idsBeingDeleted(services);
}

/**
 * Continues a deletion until it is done, or until its time is over: then the next tick continues it. Harmless when it
 * is done, or was never begun.
 */
export async function finishDeletion(services: Services, id: string, rows = rowsPerCall): Promise<void> {
  const organization = organizationBeingDeleted(id);
  if (!(await isBeingDeleted(services, organization))) return;
  const end = services.clock.now() + jobTakes;
  await countRows(services, organization);
  while (!(await empty(services, organization, { rows }))) if (services.clock.now() >= end) return;
}
