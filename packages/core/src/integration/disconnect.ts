import { audit } from "../access/audit.ts";
import type { Services, SourceContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { assertMayChangeSource, transactAsAllowed } from "../account/source-rights.ts";
import { type AuditedChange, auditRow, bySystem } from "../audit/audit.ts";
import { notifyMembers, putNotice } from "../channel/members.ts";
import { sourceTraits } from "../contract/source/source.ts";
import { reportedBy } from "../deployment/read/reporters.ts";
import { removeSource } from "../deployment/lifecycle/remove-source.ts";
import { withinBudget } from "../kit/in-batches.ts";
import type { RowBudget } from "../table/clear.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { checkRevision, type Expected } from "../table/revision.ts";
import type { IntegrationRow } from "./row.ts";
import type { IntegrationKind } from "./kind.ts";
import { find, livingRows, locate } from "./rows.ts";

/**
 * Disconnects an account, deletes its deployments and notifies every member. The row is marked first. So the
 * next call, or the schedule, finishes an interrupted call. Throws notFound. Throws forbidden when another
 * person connected it, unless the caller is an admin. Throws outdated for another revision than expected.
 */
export async function remove<R extends IntegrationRow>(
  ctx: SourceContext,
  kind: IntegrationKind<R>,
  id: string,
  expected?: Expected,
): Promise<void> {
  const { organization, row } = await retryOnConflict(async () => {
    const found = await locate(ctx, kind, id, { alsoDeleted: true });
    assertMayChangeSource(ctx, found.row);
    checkRevision(found.row, expected);
    if (found.row.deletedAt !== undefined) return found;
    const deletedAt = ctx.clock.now();
    const event = await disconnected(ctx, kind, found.organization, found.row);
    await transactAsAllowed(ctx, found.organization, [
      auditRow(ctx, found.organization, event),
      ...kind.markDeleted(found.organization, found.row, deletedAt, expected),
      putNotice(found.organization, kind.disconnected(found.row, deletedAt)),
    ]);
    audit(ctx, `${sourceTraits[kind.source].audited}.deleted`, {
      integrationId: id,
      organizationId: found.organization,
    });
    return { ...found, row: { ...found.row, deletedAt } };
  });
  await disconnect(ctx, kind, organization, row);
}

/** The event of an account's end. It names the deployments, because they are deleted with it. */
async function disconnected<R extends IntegrationRow>(
  services: Services,
  kind: IntegrationKind<R>,
  organization: OrganizationId,
  row: R,
): Promise<AuditedChange> {
  const { audited } = sourceTraits[kind.source];
  const deployments = await reportedBy(services, organization, row.id);
  return { action: `${audited}.deleted`, id: row.id, name: kind.nameOf(row), deployments };
}

/** Deletes the deployments of an integration that is marked as deleted, then the integration. Safe to repeat. */
export async function disconnect<R extends IntegrationRow>(
  services: Services,
  kind: IntegrationKind<R>,
  organization: OrganizationId,
  row: R,
): Promise<void> {
  const removed = await removeSource(services, organization, row.id);
  if (row.deletedAt !== undefined)
    await notifyMembers(services, organization, kind.disconnected(row, row.deletedAt));
  await forget(services, kind, organization, row);
  services.log.info("integration removed", {
    source: kind.source,
    integrationId: row.id,
    deployments: removed.length,
  });
}

/**
 * Disconnects every account of a kind in an organization without members, because nobody could see or end the
 * readings. Those of the configuration file stay: it ends them. Safe to repeat.
 */
export async function disconnectAbandoned<R extends IntegrationRow>(
  services: Services,
  kind: IntegrationKind<R>,
  organization: OrganizationId,
): Promise<void> {
  for (const { id, managedBy } of await livingRows(services, kind, organization)) {
    if (managedBy !== undefined) continue;
    const row = await retryOnConflict(async () => {
      const now = await find(services, kind, organization, id);
      if (!now || now.deletedAt !== undefined) return undefined;
      await services.table.transact([
        ...kind.markDeleted(organization, now, services.clock.now()),
        auditRow(bySystem(services), organization, await disconnected(services, kind, organization, now)),
      ]);
      return now;
    });
    if (row) await disconnect(services, kind, organization, row);
  }
}

/**
 * Ends all connections of an organization that is being deleted, as far as the budget goes. Returns whether
 * none is left. It leaves the deployments: they are deleted with the organization's partition.
 */
export async function disconnectAll<R extends IntegrationRow>(
  services: Services,
  kind: IntegrationKind<R>,
  organization: OrganizationId,
  budget: RowBudget,
): Promise<boolean> {
  const rows = (await services.table.queryAll(kind.rowsOf(organization))).map((row) => kind.codec.read(row));
  return await withinBudget(rows, budget, (row) => forget(services, kind, organization, row));
}

async function forget<R extends IntegrationRow>(
  services: Services,
  kind: IntegrationKind<R>,
  organization: OrganizationId,
  row: R,
): Promise<void> {
  await kind.release?.(services, row);
  await services.table.remove(kind.key(organization, row.id));
}
