import { recordMove } from "../../changes/record.ts";
import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { notifyMembers, putNotice } from "../../channel/members.ts";
import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import { inBatches } from "../../kit/in-batches.ts";
import { deploymentDeleted } from "../../notification/messages.ts";
import { requireActive } from "../../organization/organization.ts";
import { retryOnConflict } from "../../table/retry-on-conflict.ts";
import {
  deploymentDetailKey,
  deploymentKey,
  deploymentOfKey,
  deploymentsOf,
  pulsesOfSource,
} from "../rows/deployment.keys.ts";
import { authorship, deleteSummary, readSummary } from "../rows/deployment.table.ts";
import { forgetPast } from "../rows/forgotten.table.ts";
import type { SourceInstance } from "../rows/observation.ts";
import { invalidateUnreported } from "../rows/fleet.table.ts";
import { ownerOf } from "../rows/owner.ts";
import {
  entriesOf,
  invalidatePulse,
  type PulseRow,
  readPulses,
  stillMeasuredAt,
} from "../rows/pulse.table.ts";
import { invalidatePulsesOf } from "./invalidate.ts";

const atOnce = 10;

/** A deployment that was deleted. */
export interface Removed {
  id: string;
  name: string;
}

/**
 * Deletes deployments that a source no longer reports, and notifies every member of each, with the reason.
 * Call it before `ingest`, which overwrites the previous report. It needs no tombstone: of two readings of
 * one source, the older writes nothing after the newer. Safe to repeat.
 * @param staying ids of all deployments that the source reports now
 * @param thorough whether to search all deployments of the organization. Needed when the last reading was not
 * complete: the source's pulses then lack some of its deployments.
 */
export async function removeMissing(
  services: Services,
  organization: OrganizationId,
  source: SourceInstance,
  staying: ReadonlySet<string>,
  thorough: boolean,
  reason: string,
): Promise<Removed[]> {
  const run = pulsesOfSource(organization, ownerOf(source));
  const isOwn = (owner: string) => owner === ownerOf(source);
  const [rows, owned] = await Promise.all([
    services.table.queryAll(run),
    thorough ? idsOwned(services, organization, isOwn) : [],
  ]);
  const entries = readPulses(rows).flatMap((pulse) =>
    [...entriesOf(pulse).keys()].map((id) => ({ id, pulse })),
  );
  const entriesById = Map.groupBy(entries, ({ id }) => id);
  const reported = new Set([...owned, ...entriesById.keys()]);
  const missing = [...reported].filter((id) => !staying.has(id));
  const removed: Removed[] = [];
  for (const id of missing) {
    const holding = (entriesById.get(id) ?? []).map(({ pulse }) => pulse);
    const found = await removeOwned(services, organization, id, isOwn, { holding, reason });
    if (found) removed.push(found);
  }
  return removed;
}

/** Deletes a source's pages that are older than its last reading, which had fewer pages. */
export async function forgetPages(
  services: Services,
  organization: OrganizationId,
  source: SourceInstance,
  at: number,
): Promise<void> {
  const run = pulsesOfSource(organization, ownerOf(source));
  for (const pulse of readPulses(await services.table.queryAll(run)))
    if (pulse.measuredAt < at)
      await services.table.transact([
        { delete: pulse, when: stillMeasuredAt(pulse) },
        invalidateUnreported(organization, services.random),
      ]);
}

/**
 * Deletes a source's deployments, then its pulses. It sends no notifications, because the caller that ends
 * the source does. Safe to repeat.
 */
export async function removeSource(
  services: Services,
  organization: OrganizationId,
  sourceId: string,
): Promise<Removed[]> {
  const isOwn = (owner: string) => owner.startsWith(`${sourceId}#`);
  const removed: Removed[] = [];
  await invalidatePulsesOf(services, pulsesOfSource(organization, sourceId));
  await inBatches(await idsOwned(services, organization, isOwn), atOnce, async (id) => {
    const found = await removeOwned(services, organization, id, isOwn);
    if (found) removed.push(found);
  });
  const pulses = await services.table.queryAll(pulsesOfSource(organization, sourceId), { attributes: [] });
  for (const pulse of pulses) await services.table.remove(pulse);
  return removed;
}

async function idsOwned(
  services: Services,
  organization: OrganizationId,
  isOwn: (owner: string) => boolean,
): Promise<string[]> {
  const { attributes, read } = authorship;
  const rows = await services.table.queryAll(deploymentsOf(organization), { attributes });
  return rows.filter((row) => isOwn(read(row).owner)).map(deploymentOfKey);
}

interface Missing {
  /** The pulses that hold the deployment. */
  holding: readonly PulseRow[];
  reason: string;
}

/** Deletes one deployment. Undefined when it does not exist, or has another owner. */
async function removeOwned(
  services: Services,
  organization: OrganizationId,
  id: string,
  isOwn: (owner: string) => boolean,
  missing?: Missing,
): Promise<Removed | undefined> {
  const gone = await retryOnConflict(async () => {
    const found = await services.table.get(deploymentKey(organization, id));
    const row = found && readSummary(found);
    if (!row || !isOwn(row.owner)) return undefined;
    const { name, via, source } = JSON.parse(row.item) as DeploymentListItem;
    const removed = { id, name };
    const by = via === undefined ? undefined : { via, source };
    const notice = missing && deploymentDeleted(removed, services.clock.now(), missing.reason);
    await services.table.transact([
      deleteSummary(organization, id, row),
      forgetPast(organization, id, services.clock.now()),
      { delete: deploymentDetailKey(organization, id) },
      recordMove({ organization, at: services.clock.now(), by }, "deleted", [id, name]),
      ...(missing?.holding ?? []).map((pulse) => invalidatePulse(pulse, services.random)),
      ...(notice ? [putNotice(organization, notice), requireActive(organization)] : []),
    ]);
    return { removed, notice };
  });
  if (gone?.notice) await notifyMembers(services, organization, gone.notice);
  return gone?.removed;
}
