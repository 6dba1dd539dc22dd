import type { MemberContext, Services } from "../access/context.ts";
import { type Account, byEmail, byId, emailHash, ownerIn } from "../account/account.ts";
import { inviteeOfEmail, invitationsTo } from "./invitation.keys.ts";

/** The ids under which somebody may have been invited by this email, in every way of signing in. */
export const everyInviteeIdOf = ({ id, email }: Account): string[] => [id, inviteeIdOfEmail(email)];

/**
 * The ids under which the caller is invited: the account's, and that of the email if it is known to be theirs. People change
 * their email at a provider, and others take it. So an email is of the account that signed in last with it.
 */
export async function ownInviteeIds(ctx: MemberContext): Promise<string[]> {
  const { accountId } = ctx.actor;
  const account = ctx.settings.inviteAnyone ? await byId(ctx, accountId) : undefined;
  if (!account || account.unverified) return [accountId];
  const owner = ownerIn(await byEmail(ctx, account.email));
  return owner?.id === accountId ? everyInviteeIdOf(account) : [accountId];
}

/** The id of somebody who is known by the email alone. */
export const inviteeIdOfEmail = (email: string): string => inviteeOfEmail(emailHash(email));

/** Rows of all invitations to these ids. */
export async function rowsTo(
  services: Services,
  inviteeIds: readonly string[],
  attributes?: readonly string[],
) {
  const options = attributes && { attributes: [...attributes] };
  const rows = await Promise.all(inviteeIds.map((id) => services.table.queryAll(invitationsTo(id), options)));
  return rows.flat();
}
