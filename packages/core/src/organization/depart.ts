import type { House } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { type Budget, clear } from "../table/clear.ts";
import { ConditionFailed } from "../table/errors.ts";
import { departingOrganizations, everythingOf, organizationKey } from "./organization.keys.ts";
import { living, markDeleted, readOrganization } from "./organization.table.ts";

/**
 * Begins the deletion of an organization: from now on it is gone for everybody but the deletion itself. Harmless when
 * it has begun already.
 */
export async function beginDeparture(
  house: House,
  id: OrganizationId,
): Promise<"begun" | "already" | "none"> {
  try {
    await house.table.update(organizationKey(id), markDeleted(house.clock.now()), living);
    return "begun";
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    return error.row ? "already" : "none";
  }
}

/** An organization whose deletion has begun, and when, Unix epoch in milliseconds; undefined for every other. */
export async function departing(
  house: House,
  id: OrganizationId,
): Promise<{ id: string; name: string; deletedAt: number } | undefined> {
  const row = await house.table.get(organizationKey(id));
  const organization = row && readOrganization(row);
  if (organization?.deletedAt === undefined) return undefined;
  return { id, name: organization.name, deletedAt: organization.deletedAt };
}

/** Whether the deletion of an organization has begun and not ended. */
export async function isDeparting(house: House, id: OrganizationId): Promise<boolean> {
  return (await departing(house, id)) !== undefined;
}

/** Ids of the organizations whose deletion has begun and did not come to its end. */
export async function departingIds(house: House): Promise<string[]> {
  return (await house.table.findAll(departingOrganizations)).map((key) => key.gsi1sk);
}

/**
 * Deletes whatever still lies in the organization's partition, of whichever noun, and then the organization itself.
 * Returns whether it is done, or the budget was too small.
 */
export async function finishDeparture(house: House, id: OrganizationId, budget: Budget): Promise<boolean> {
  const key = organizationKey(id);
  if (!(await clear(house.table, everythingOf(id), budget, [key.sk]))) return false;
  await house.table.remove(key);
  return true;
}
