import type { House } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Budget } from "../table/clear.ts";
import { decideAgain } from "../table/decide-again.ts";
import { rowsOf } from "./access-key.ts";
import { accessKeyKey, accessKeysOf, credentialKey } from "./access-key.keys.ts";
import { credentialKind, deleteKey } from "./access-key.table.ts";

/** Revokes the keys of an organization that an account created. Safe to repeat. */
export async function revokeCreatedBy(
  house: House,
  organization: OrganizationId,
  accountId: string,
): Promise<void> {
  const keys = await rowsOf(house, organization);
  for (const { keyId, createdBy } of keys)
    if (createdBy === accountId) await revokeAnyhow(house, organization, keyId);
}

/** Revokes every key of an organization, as far as the budget goes. Returns whether none is left. */
export async function revokeAll(
  house: House,
  organization: OrganizationId,
  budget: Budget,
): Promise<boolean> {
  const keys = await rowsOf(house, organization);
  const doomed = keys.slice(0, budget.rows);
  for (const { keyId } of doomed) await revokeAnyhow(house, organization, keyId);
  budget.rows -= doomed.length;
  return doomed.length === keys.length;
}

/** For deleting many, again after a crash: one that has moved to another organization meanwhile lives on there. */
async function revokeAnyhow(house: House, organization: OrganizationId, keyId: string): Promise<void> {
  await decideAgain(async () => {
    const row = await house.table.get(credentialKey(keyId));
    const here = row && credentialKind.read(row).organizationId === organization;
    await (here
      ? house.table.transact(deleteKey(organization, keyId))
      : house.table.remove(accessKeyKey(organization, keyId)));
  });
}

/** How many keys an organization has. */
export async function countKeys(house: House, organization: OrganizationId): Promise<number> {
  return await house.table.count(accessKeysOf(organization));
}
