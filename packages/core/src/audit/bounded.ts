import type { AgentContext, ReaderContext } from "../access/context.ts";
import { type OrganizationId, organizationOfKey, ownOrganization } from "../access/scope.ts";
import { countBelow, countWith } from "../attempts/attempts.ts";
import { inBatches } from "../kit/in-batches.ts";
import { hour } from "../kit/time.ts";
import { tryWrite } from "../table/errors.ts";
import type { Write } from "../table/table.ts";
import { limitedAs } from "../access/audit.ts";
import { type AuditedChange, auditRow } from "./audit.ts";

/*
 * Events that accompany no change are writes of their own. Their number is limited, so that nobody can fill
 * the table with them.
 */

/** How many refusals of a person or a key are recorded within an hour. The log has all of them. */
export const mostRefusals = 60;

/**
 * Records that a request was refused. Of a caller with too many refusals within the hour, one event says that further
 * ones are missing.
 */
export async function recordRefusal(
  ctx: ReaderContext | AgentContext,
  refused: AuditedChange & { refused: string },
): Promise<void> {
  const { actor } = ctx;
  const organization = actor.kind === "agent" ? organizationOfKey(actor) : ownOrganization(actor);
  const caller = limitedAs(actor);
  // Each organization reads its own events: what was refused in a former one must hide nothing here.
  const name = JSON.stringify([caller, organization]);
  const counted = await countBelow(ctx, { what: "audited refusals", name, window: hour }, mostRefusals);
  if (counted) return await ctx.table.put(auditRow(ctx, organization, refused).put);
  const missing = { what: "audited missing refusals", name, window: hour };
  await recordOnce(
    ctx,
    countWith(ctx, missing, 1),
    auditRow(ctx, organization, { action: "audit.refusalsLeftOut" }),
  );
}

/** Writes an event with its counter, which allows one of this kind. */
async function recordOnce(ctx: ReaderContext | AgentContext, counter: Write, event: Write): Promise<void> {
  // The one of this hour is recorded already.
  await tryWrite(ctx.table.transact([counter, event]));
}

/**
 * Records that a super admin looked into an organization that is not theirs, once an hour for each person and
 * organization. The answer has to wait for it, because nobody may look without a record. Costs nothing for
 * other callers.
 */
async function recordView({ actor, ...others }: ReaderContext, organization: OrganizationId): Promise<void> {
  if (organization === actor.organizationId || actor.kind === "token") return;
  const { accountId } = actor;
  const ctx = { ...others, actor };
  const name = JSON.stringify([accountId, organization]);
  const row = auditRow(ctx, organization, { action: "organization.viewed", id: organization });
  await recordOnce(ctx, countWith(ctx, { what: "audited looks", name, window: hour }, 1), row);
}

/** How many views are recorded at a time. */
const viewsAtOnce = 10;

/** Records the views of several organizations, such as those that a filter names. */
export async function recordViews(
  ctx: ReaderContext,
  organizations: readonly OrganizationId[],
): Promise<void> {
  await inBatches(organizations, viewsAtOnce, (organization) => recordView(ctx, organization));
}

/** Waits for rows of an organization that are being read for the caller, and records the view at the same time. So the
 * record costs no round trip. */
export async function withViewAudit<T>(
  ctx: ReaderContext,
  organization: OrganizationId,
  reading: Promise<T>,
): Promise<T> {
  const [rows] = await Promise.all([reading, recordView(ctx, organization)]);
  return rows;
}
