import type { House } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Budget } from "../table/clear.ts";
import { accessKeysOf } from "../table/keys.ts";
import { type AccessKeyRow, deleteKeyAnyhow } from "./access-key.table.ts";

/** Revokes the keys of an organization that an account created. Safe to repeat. */
export async function revokeCreatedBy(
  house: House,
  organization: OrganizationId,
  accountId: string,
): Promise<void> {
  const keys = await house.table.queryAll<AccessKeyRow>(accessKeysOf(organization));
  for (const { keyId, createdBy } of keys)
    if (createdBy === accountId) await house.table.transact(deleteKeyAnyhow(organization, keyId));
}

/** Revokes every key of an organization, as far as the budget goes. Returns whether none is left. */
export async function revokeAll(
  house: House,
  organization: OrganizationId,
  budget: Budget,
): Promise<boolean> {
  const keys = await house.table.queryAll<AccessKeyRow>(accessKeysOf(organization));
  const doomed = keys.slice(0, budget.rows);
  for (const { keyId } of doomed) await house.table.transact(deleteKeyAnyhow(organization, keyId));
  budget.rows -= doomed.length;
  return doomed.length === keys.length;
}

/** How many keys an organization has. */
export async function countKeys(house: House, organization: OrganizationId): Promise<number> {
  return await house.table.count(accessKeysOf(organization));
}
