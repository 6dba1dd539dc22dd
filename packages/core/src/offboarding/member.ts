import type { MemberContext } from "../access/context.ts";
import { assertMayTakeOut, takeOut } from "../account/members.ts";
import { revokeCreatedBy } from "../agent-key/revoke-many.ts";
import { finishMovesOf } from "../invitation/finish-moves.ts";
import { requireOwnOrganization } from "../organization/own-organization.ts";

/**
 * Removes a member from the caller's organization, on request with the agent keys that they created there. The
 * account stays. Their other keys, integrations and deployments stay with the organization. Keys are revoked
 * first, because a person who is gone cannot be removed again after a crash. Throws the errors of `takeOut`,
 * and then revokes nothing.
 */
export async function removeMember(
  ctx: MemberContext,
  id: string,
  { revokeKeys }: { revokeKeys: boolean },
): Promise<void> {
  if (!revokeKeys) return await takeOut(ctx, id);
  const organization = requireOwnOrganization(ctx);
  await assertMayTakeOut(ctx, id);
  // Keys that are on their way here must have arrived.
  await finishMovesOf(ctx, id, { rows: Infinity });
  await revokeCreatedBy(ctx, organization, id);
  await takeOut(ctx, id);
  // They may have created a key between the two.
  await revokeCreatedBy(ctx, organization, id);
}
