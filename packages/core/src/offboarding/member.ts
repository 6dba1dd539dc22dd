import type { MemberContext } from "../access/context.ts";
import { assertMayTakeOut, changeRole, takeOut } from "../account/members.ts";
import { demoteCreatedBy } from "../agent-key/demote.ts";
import { revokeCreatedBy } from "../agent-key/revoke-many.ts";
import type { Member, MemberInput } from "../contract/people/member.ts";
import { everyInviteeIdOf } from "../invitation/addressees.ts";
import { endSentBy, endSentTo } from "../invitation/end-sent.ts";
import { finishMovesOf } from "../invitation/finish-moves.ts";
import { requireOwnOrganization } from "../organization/own-organization.ts";

/**
 * Removes a member from the caller's organization, on request with the agent keys that they created there. Keys
 * that stay have no more rights than a plain member's. The invitations that they sent end, and one to them. The account stays. Their other keys, integrations and
 * deployments stay with the organization. Keys come first, because a person who is gone cannot be removed again
 * after a crash. Throws the errors of `takeOut`, and then changes no key.
 */
export async function removeMember(
  ctx: MemberContext,
  id: string,
  { revokeKeys }: { revokeKeys: boolean },
): Promise<void> {
  const organization = requireOwnOrganization(ctx);
  const member = await assertMayTakeOut(ctx, id);
  const { email } = member;
  const end = revokeKeys ? revokeCreatedBy : demoteCreatedBy;
  // Keys that are on their way here must have arrived to be revoked. A key that moves is no admin's anyway.
  if (revokeKeys) await finishMovesOf(ctx, everyInviteeIdOf(member), { rows: Infinity });
  await endSentTo(ctx, organization, member);
  await end(ctx, organization, id);
  await endSentBy(ctx, organization, { id, email });
  await takeOut(ctx, id);
  // They may have created a key, or invited somebody, between the two.
  await end(ctx, organization, id);
  await endSentBy(ctx, organization, { id, email });
}

/**
 * Sets the role of a member, and cancels the invitations that they sent for a role above it. Until an interrupted call
 * is repeated, such an invitation cannot be accepted. Throws the errors of `changeRole`.
 */
export async function changeMemberRole(ctx: MemberContext, id: string, input: MemberInput): Promise<Member> {
  const member = await changeRole(ctx, id, input);
  const organization = requireOwnOrganization(ctx);
  await endSentBy(ctx, organization, { id, email: member.email, keeps: input.role });
  return member;
}
