import type { MemberContext, Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { type AuditedChange, auditRow } from "../audit/audit.ts";
import { withinBudget } from "../kit/in-batches.ts";
import type { RowBudget } from "../table/clear.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Write } from "../table/table.ts";
import { rowsOf } from "./agent-key.ts";
import { agentKeyKey, agentKeysOf, credentialKey } from "./agent-key.keys.ts";
import { deleteKey } from "./agent-key.table.ts";
import { credentialKind } from "./credential.table.ts";

/** Revokes the keys of an organization that an account created. Safe to repeat. */
export async function revokeCreatedBy(
  ctx: MemberContext,
  organization: OrganizationId,
  accountId: string,
): Promise<void> {
  const keys = await rowsOf(ctx, organization);
  for (const { keyId, name, createdBy } of keys) {
    if (createdBy !== accountId) continue;
    const event = { action: "accessKey.revoked", id: keyId, name } satisfies AuditedChange;
    await revokeUnlessMoved(ctx, organization, keyId, [auditRow(ctx, organization, event)]);
  }
}

/**
 * Revokes every key of an organization that is being deleted, as many as the budget allows. The audit has the
 * deletion of the organization. Returns whether no keys are left.
 */
export async function revokeAll(
  services: Services,
  organization: OrganizationId,
  budget: RowBudget,
): Promise<boolean> {
  const keys = await rowsOf(services, organization);
  return await withinBudget(keys, budget, ({ keyId }) => revokeUnlessMoved(services, organization, keyId));
}

/**
 * Safe to repeat after a crash. A key that has moved to another organization in between keeps working there.
 */
async function revokeUnlessMoved(
  services: Services,
  organization: OrganizationId,
  keyId: string,
  accompanying: readonly Write[] = [],
): Promise<void> {
  await retryOnConflict(async () => {
    const row = await services.table.get(credentialKey(keyId));
    const here = row && credentialKind.read(row).organizationId === organization;
    await (here
      ? services.table.transact([...deleteKey(organization, keyId), ...accompanying])
      : services.table.remove(agentKeyKey(organization, keyId)));
  });
}

/** How many keys an organization has. */
export async function countKeys(services: Services, organization: OrganizationId): Promise<number> {
  return await services.table.count(agentKeysOf(organization));
}
