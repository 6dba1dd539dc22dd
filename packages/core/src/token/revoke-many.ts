import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { auditRow, bySystem } from "../audit/audit.ts";
import { withinBudget } from "../kit/in-batches.ts";
import type { RowBudget } from "../table/clear.ts";
import { tryWrite } from "../table/errors.ts";
import { entriesOf, findTokens } from "./find.ts";
import { deleteToken, type TokenRow } from "./token.table.ts";

/**
 * Revokes every token of an organization that is being deleted, as many as the budget allows. The audit has the
 * deletion of the organization. Returns whether none is left.
 */
export async function revokeAll(
  services: Services,
  organization: OrganizationId,
  budget: RowBudget,
): Promise<boolean> {
  const entries = await entriesOf(services, organization);
  return await withinBudget(entries, budget, async ({ id }) => {
    // It was ended in between.
    await tryWrite(services.table.transact(deleteToken(organization, id)));
  });
}

/**
 * Revokes the tokens of an organization without members: nobody could see or end them. Those of the configuration file
 * stay, because the file ends them. Safe to repeat.
 */
export async function revokeAbandoned(services: Services, organization: OrganizationId): Promise<void> {
  await revokeThose(services, organization, ({ managedBy }) => managedBy === undefined);
}

/** Revokes the tokens that an account created. Safe to repeat. */
export async function revokeCreatedBy(
  services: Services,
  organization: OrganizationId,
  accountId: string,
): Promise<void> {
  await revokeThose(services, organization, ({ createdBy }) => createdBy === accountId);
}

async function revokeThose(
  services: Services,
  organization: OrganizationId,
  ends: (token: TokenRow) => boolean,
): Promise<void> {
  const ids = (await entriesOf(services, organization)).map(({ id }) => id);
  for (const token of (await findTokens(services, ids)).filter(ends)) {
    const { id, name } = token;
    const event = auditRow(bySystem(services), organization, { action: "token.revoked", id, name });
    await tryWrite(services.table.transact([...deleteToken(organization, id), event]));
  }
}
