import { revokeCreatedBy } from "../agent-key/revoke-many.ts";
import { audit } from "../access/audit.ts";
import type { MemberContext } from "../access/context.ts";
import { beginDeletion, finishDeletion } from "../account/delete.ts";
import { finishMovesOf } from "../invitation/finish-moves.ts";
import { forgetReceived } from "../invitation/forget.ts";
import { forgetAll } from "../notification/forget.ts";

/**
 * Deletes an account: its sessions are refused from the next request on, the agent keys that it created in its
 * organization are revoked, its notifications and the invitations that it has received go; deployments stay. The
 * person may sign in again, as a new account. It is marked first, so a call that ended early is gone on with by the
 * next. Throws notFound, and conflict when nobody would be left with a role that must not be missing.
 */
export async function remove(ctx: MemberContext, id: string): Promise<void> {
  const organization = await beginDeletion(ctx, id);
  // What it was about to take along to its organization must be there to be revoked.
  await finishMovesOf(ctx, id, { rows: Infinity });
  if (organization) await revokeCreatedBy(ctx, organization, id);
  await forgetReceived(ctx, id);
  await forgetAll(ctx, id);
  await finishDeletion(ctx, id);
  audit(ctx, "account.deleted", { accountId: id, organizationId: organization });
}
