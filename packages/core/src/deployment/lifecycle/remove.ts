import { audit } from "../../access/audit.ts";
import { recordMove } from "../../changes/record.ts";
import type { MemberContext } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { auditRow } from "../../audit/audit.ts";
import { byId } from "../../account/account.ts";
import { notifyMembers, putNotice } from "../../channel/members.ts";
import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { may } from "../../contract/people/roles.ts";
import { Problem } from "../../kit/problem.ts";
import type { Notice } from "../../notification/notify.ts";
import { deploymentDeleted } from "../../notification/messages.ts";
import { requireActive } from "../../organization/organization.ts";
import { retryOnConflict } from "../../table/retry-on-conflict.ts";
import type { Write } from "../../table/table.ts";
import { deploymentDetailKey, deploymentKey, pulsesOfSource } from "../rows/deployment.keys.ts";
import { deleteSummary, readSummary, type SummaryRow } from "../rows/deployment.table.ts";
import { forgetPast } from "../rows/forgotten.table.ts";
import { locate, notFound } from "../read/locate.ts";
import { entriesOf, invalidatePulse, readPulses } from "../rows/pulse.table.ts";
import { putTombstone } from "../rows/tombstone.table.ts";

/**
 * Deletes a deployment and notifies every member of its organization. Its source brings it back under the same id with the
 * first report that is measured later. Throws notFound for a deployment that is not there or that the caller may not see.
 * Throws forbidden for a role that may only see it, and conflict for an id that several organizations have, when none is
 * named. Throws unavailable while reports change it all the time.
 * @param organizationId the organization of the deployment, if the caller knows it
 */
export async function remove(ctx: MemberContext, id: string, organizationId?: string): Promise<void> {
  const organization = await locate(ctx, id, organizationId);
  const reason = await reasonOf(ctx, organization);
  // Repeated when a report or another deletion has changed the row.
  const notice = await retryOnConflict(async () => {
    const row = await ctx.table.get(deploymentKey(organization, id));
    if (!row) throw notFound();
    if (!may(ctx.actor.roles, "deleteDeployments"))
      throw new Problem("forbidden", "Your role doesn't allow this.");
    const decided = await deletion(ctx, organization, id, readSummary(row), reason);
    await ctx.table.transact(decided.writes);
    return decided.notice;
  });
  audit(ctx, "deployment.deleted", { deploymentId: id, organizationId: organization });
  await notifyMembers(ctx, organization, notice);
}

/**
 * The reason, with the name of the person who deletes it. Members know one another, but not a super admin of
 * another organization.
 */
async function reasonOf(ctx: MemberContext, organization: OrganizationId): Promise<string> {
  if (ctx.actor.organizationId !== organization) return "Deleted by a Shardwatch administrator.";
  const account = await byId(ctx, ctx.actor.accountId);
  const name = account && (`${account.firstName} ${account.lastName}`.trim() || account.email);
  return `Deleted by ${name ?? "a former member"}.`;
}

/**
 * One transaction deletes the rows, writes the tombstone and invalidates the owner's pulses. Otherwise the
 * owner's next heartbeats would match their own fingerprint and never notice the deletion. Other sources that
 * report the deployment compare at every report anyway, because they do not own it.
 */
async function deletion(
  ctx: MemberContext,
  organization: OrganizationId,
  id: string,
  row: SummaryRow,
  reason: string,
): Promise<{ writes: Write[]; notice: Notice }> {
  const pulses = readPulses(await ctx.table.queryAll(pulsesOfSource(organization, row.owner)));
  const holding = pulses.filter((pulse) => entriesOf(pulse).has(id));
  // Stored data was measured before the deletion, even if the source's clock is ahead of ours.
  const at = Math.max(ctx.clock.now(), row.measuredAt, ...holding.map((pulse) => pulse.measuredAt));
  const { name } = JSON.parse(row.item) as DeploymentListItem;
  const notice = deploymentDeleted({ id, name }, at, reason);
  const writes = [
    deleteSummary(organization, id, row),
    forgetPast(organization, id, ctx.clock.now()),
    { delete: deploymentDetailKey(organization, id) },
    recordMove({ organization, at: ctx.clock.now(), by: undefined }, "deleted", [id, name]),
    putTombstone(organization, id, { deletedAt: at, owner: row.owner }),
    ...holding.map((pulse) => invalidatePulse(pulse, ctx.random)),
    putNotice(organization, notice),
    auditRow(ctx, organization, { action: "deployment.deleted", id, name }),
    requireActive(organization),
  ];
  return { writes, notice };
}
