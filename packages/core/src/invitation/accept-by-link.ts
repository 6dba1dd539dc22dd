import type { Context } from "../access/context.ts";
import { organizationOfInvitation } from "../access/scope.trusted.ts";
import type { Membership } from "../account/enter-shared.ts";
import { auditRow, byPerson } from "../audit/audit.ts";
import { type Member, putMemberOf, requireActive } from "../organization/organization.ts";
import { type InvitationRow, resolve } from "./invitation.table.ts";
import { requireInviter } from "./inviter.ts";
import { assertPending } from "./received.ts";

/**
 * The membership of somebody new, who comes by the link of an invitation, and the writes that accept it. Throws conflict
 * when it is not pending, or its sender may not invite any more.
 * @param joinedHash of the link
 */
export async function acceptanceBy(
  ctx: Context,
  { invitation, joinedHash }: { invitation: InvitationRow; joinedHash: string },
  self: Member,
): Promise<Membership> {
  assertPending(invitation, ctx.clock.now());
  const to = organizationOfInvitation(invitation.organizationId);
  const inviter = await requireInviter(ctx, to, invitation);
  const { id, role } = invitation;
  const fields = { organization: [null, to], role: [null, role] } as const;
  return {
    organization: to,
    roles: [role],
    writes: [
      ...resolve(invitation, "accepted", ctx.clock.now(), { acceptedBy: self.accountId, joinedHash }),
      putMemberOf(to, self),
      requireActive(to),
      ...inviter,
      auditRow({ ...byPerson(ctx, self.accountId), requestId: ctx.requestId }, to, {
        action: "invitation.accepted",
        id,
        personId: self.accountId,
        fields,
      }),
    ],
  };
}
