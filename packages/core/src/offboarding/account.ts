import { revokeCreatedBy } from "../agent-key/revoke-many.ts";
import { audit } from "../access/audit.ts";
import type { MemberContext } from "../access/context.ts";
import { beginDeletion, finishDeletion } from "../account/delete.ts";
import { forgetMailSettings } from "../channel/subscription.ts";
import { everyInviteeIdOf } from "../invitation/addressees.ts";
import { endSentBy } from "../invitation/end-sent.ts";
import { finishMovesOf } from "../invitation/finish-moves.ts";
import { forgetReceived } from "../invitation/forget.ts";
import { forgetAll } from "../notification/notification.ts";
import { forgetPasskeys } from "../passkey/passkey.ts";
import { forgetPersonalSessions } from "../personal-session/personal-session.ts";
import { memberIds } from "../organization/members.ts";
import { revokeAbandoned } from "../token/revoke-many.ts";
import { forgetPersonal } from "../view/forget-personal.ts";

/**
 * Deletes an account. From the next request on, its sessions are refused. The agent keys that it created in
 * its organization are revoked, and its pending invitations there end. Its notifications, received invitations, own
 * views, settings and passkeys are deleted; deployments and shared views stay. Tokens end where nobody is left. So do keys that it created in a former
 * organization, where other people run agents with them. The person may sign in again, with a new account. The account
 * is marked first, so that the next call continues an interrupted one. Throws notFound. Throws conflict when a required role
 * would have no holder left.
 */
export async function remove(ctx: MemberContext, id: string): Promise<void> {
  const { organization, account } = await beginDeletion(ctx, id);
  const inviteeIds = everyInviteeIdOf(account);
  // Finish earlier moves first: keys that are on their way must be there to be revoked.
  await finishMovesOf(ctx, inviteeIds, { rows: Infinity });
  if (organization) {
    await revokeCreatedBy(ctx, organization, id);
    await endSentBy(ctx, organization, { id, email: "" });
  }
  await forgetReceived(ctx, id, inviteeIds);
  await forgetAll(ctx, id);
  await forgetPersonal(ctx, id);
  await forgetMailSettings(ctx, id);
  await forgetPasskeys(ctx, id);
  await forgetPersonalSessions(ctx, id);
  await finishDeletion(ctx, id);
  if (organization && (await memberIds(ctx, organization)).length === 0)
    await revokeAbandoned(ctx, organization);
  audit(ctx, "account.deleted", { accountId: id, organizationId: organization });
}
