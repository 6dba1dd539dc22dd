import type { AgentContext, MemberContext } from "../access/context.ts";
import { type OrganizationId, organizationOfKey, ownOrganization } from "../access/scope.ts";
import { countBelow, countWith } from "../attempts/attempts.ts";
import { hour } from "../kit/time.ts";
import { ConditionFailed } from "../table/errors.ts";
import { type AuditedChange, auditRow } from "./audit.ts";

/*
 * Events that accompany no change are writes of their own. Their number is limited, so that nobody can fill
 * the table with them.
 */

/** How many refusals of a person or a key are recorded within an hour. The log has all of them. */
export const mostRefusals = 60;

/** Records that a request was refused, unless the caller has had too many refusals within the hour. */
export async function recordRefusal(
  ctx: MemberContext | AgentContext,
  refused: AuditedChange & { refused: string },
): Promise<void> {
  const { actor } = ctx;
  const [name, organization] =
    actor.kind === "agent"
      ? [actor.keyId, organizationOfKey(actor)]
      : [actor.accountId, ownOrganization(actor)];
  const counted = await countBelow(ctx, { what: "audited refusals", name, window: hour }, mostRefusals);
  if (counted) await ctx.table.put(auditRow(ctx, organization, refused).put);
}

/**
 * Records that a super admin looked into an organization that is not theirs, once an hour for each person and
 * organization. The answer has to wait for it, because nobody may look without a record. Costs nothing for
 * other callers.
 */
async function recordLook(ctx: MemberContext, organization: OrganizationId): Promise<void> {
  const { accountId, organizationId } = ctx.actor;
  if (organization === organizationId) return;
  const name = JSON.stringify([accountId, organization]);
  const look = auditRow(ctx, organization, { action: "organization.viewed", id: organization });
  try {
    await ctx.table.transact([countWith(ctx, { what: "audited looks", name, window: hour }, 1), look]);
  } catch (error) {
    // One look of this hour is recorded already.
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

/** Reads rows of an organization for the caller, and records the look beside it. So the look costs no round trip. */
export async function lookInto<T>(
  ctx: MemberContext,
  organization: OrganizationId,
  reading: Promise<T>,
): Promise<T> {
  const [rows] = await Promise.all([reading, recordLook(ctx, organization)]);
  return rows;
}
