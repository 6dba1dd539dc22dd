import type { MemberContext } from "../access/context.ts";
import { chosenOrganization } from "../access/scope.ts";
import { byId } from "../account/account.ts";
import { change } from "../account/administer.ts";
import type { Account, AccountInput } from "../contract/people/account.ts";
import { endSentBy, endSentTo } from "../invitation/end-sent.ts";
import { initialRole, strongestOf } from "../contract/people/roles.ts";
import { isId } from "../kit/ids.ts";

/**
 * Sets organization and roles of an account. Cancels the invitations that it sent in an organization that it leaves, and one
 * to it from there. Cancels those that it sent for a role above its new one. Throws the errors of `change`.
 */
export async function reassign(ctx: MemberContext, id: string, input: AccountInput): Promise<Account> {
  const before = isId("account", id) ? await byId(ctx, id) : undefined;
  const account = await change(ctx, id, input);
  if (before?.organizationId === undefined) return account;
  const { organizationId, email } = before;
  const organization = chosenOrganization(ctx.actor, organizationId);
  if (!organization) return account;
  const isSame = organizationId === input.organizationId;
  if (!isSame) await endSentTo(ctx, organization, before);
  const keeps = isSame && (strongestOf(input.roles) ?? initialRole.invitee);
  await endSentBy(ctx, organization, { id, email, ...(keeps && { keeps }) });
  return account;
}
