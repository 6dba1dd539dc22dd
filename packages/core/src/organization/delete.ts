import type { MemberContext, Services } from "../access/context.ts";
import { managedByFile } from "../access/managed.ts";
import type { OrganizationId } from "../access/scope.ts";
import { auditRow } from "../audit/audit.ts";
import { type RowBudget, clear } from "../table/clear.ts";
import { tryWrite } from "../table/errors.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { organizationsBeingDeleted, everythingOf, organizationKey } from "./organization.keys.ts";
import { addDeletedRows, living, markDeleted, readOrganization, setAllRows } from "./organization.table.ts";

/**
 * Begins the deletion of an organization. Since then only the deletion itself sees it. Harmless when it has
 * begun already. Throws conflict for an organization of the configuration file.
 */
export async function beginDeletion(
  ctx: MemberContext,
  id: OrganizationId,
): Promise<"begun" | "already" | "none"> {
  const key = organizationKey(id);
  return await retryOnConflict(async () => {
    const row = await ctx.table.get(key);
    if (!row) return "none";
    const { name, deletedAt, managedBy } = readOrganization(row);
    if (deletedAt !== undefined) return "already";
    if (managedBy !== undefined) throw managedByFile();
    await ctx.table.transact([
      { update: key, change: markDeleted(ctx.clock.now()), when: living },
      auditRow(ctx, id, { action: "organization.deleted", id, name }),
    ]);
    return "begun";
  });
}

/**
 * An organization whose deletion has begun, with the time in Unix epoch milliseconds; undefined for every
 * other.
 */
export async function findBeingDeleted(
  services: Services,
  id: OrganizationId,
): Promise<{ id: string; name: string; deletedAt: number } | undefined> {
  const row = await services.table.get(organizationKey(id));
  const organization = row && readOrganization(row);
  if (organization?.deletedAt === undefined) return undefined;
  return { id, name: organization.name, deletedAt: organization.deletedAt };
}

/** Whether the deletion of an organization has begun and has not finished. */
export async function isBeingDeleted(services: Services, id: OrganizationId): Promise<boolean> {
  return (await findBeingDeleted(services, id)) !== undefined;
}

/** Ids of the organizations whose deletion has begun and has not finished. */
export async function idsBeingDeleted(services: Services): Promise<string[]> {
  return (await services.table.findAll(organizationsBeingDeleted)).map((key) => key.gsi1sk);
}

/**
 * Counts the rows of an organization that is being deleted, unless they are counted. A million take a quarter of a
 * minute. Rows that are written later are not counted.
 */
export async function countRows(services: Services, id: OrganizationId): Promise<void> {
  const row = await services.table.get(organizationKey(id));
  if (!row) return;
  const { allRows, deletedRows = 0 } = readOrganization(row);
  if (allRows !== undefined) return;
  const remaining = await services.table.count(everythingOf(id));
  await unlessGone(services, setAllRows(id, deletedRows + remaining));
}

/** Remembers how many rows were deleted, for people who watch. */
export async function countDeleted(services: Services, id: OrganizationId, rows: number): Promise<void> {
  if (rows > 0) await unlessGone(services, addDeletedRows(id, rows));
}

/** An update would create the organization anew after another call has deleted its last row. */
async function unlessGone(
  { table }: Services,
  { key, change, when }: ReturnType<typeof addDeletedRows> | ReturnType<typeof setAllRows>,
): Promise<void> {
  await tryWrite(table.update(key, change, when));
}

/**
 * Deletes all remaining rows in the organization's partition, of every noun, and then the organization
 * itself. Returns whether it is done; false when the budget was too small.
 */
export async function emptyPartition(
  services: Services,
  id: OrganizationId,
  budget: RowBudget,
): Promise<boolean> {
  const key = organizationKey(id);
  if (!(await clear(services.table, everythingOf(id), budget, [key.sk]))) return false;
  await services.table.remove(key);
  return true;
}
