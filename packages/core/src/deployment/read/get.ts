import type { Services, MemberContext } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { Deployment, DeploymentListItem } from "../../contract/deployment.ts";
import { cleanJson } from "../../kit/foreign-text.ts";
import { deploymentDetailKey, deploymentKey, pulsesOf } from "../rows/deployment.keys.ts";
import { readDetail, readSummary } from "../rows/deployment.table.ts";
import type { Figures } from "../rows/figures.ts";
import { freshness, isCurrent } from "../rows/freshness.ts";
import { latestFigures, readPulses } from "../rows/pulse.table.ts";
import { locate, notFound } from "./locate.ts";
import { type FindSources, sourcesOf } from "./sources.ts";

/**
 * One deployment with all its databases. Throws notFound for an id that does not exist or belongs to another organization.
 * Throws conflict for an id that several organizations have, when none is named.
 * @param findSources finds the keys and integrations of an organization; the answer names those that report the deployment
 * @param organizationId the organization of the deployment, if the caller knows it
 */
export async function get(
  ctx: MemberContext,
  id: string,
  findSources: FindSources,
  organizationId?: string,
): Promise<Deployment> {
  const found = await read(ctx, await locate(ctx, id, organizationId), id, findSources);
  if (!found) throw notFound();
  return found;
}

async function read(
  services: Services,
  organization: OrganizationId,
  id: string,
  findSources: FindSources,
): Promise<Deployment | undefined> {
  const [[summaryRow, detailRow], pulseRows, sources] = await Promise.all([
    services.table.batchGet([deploymentKey(organization, id), deploymentDetailKey(organization, id)]),
    services.table.queryAll(pulsesOf(organization)),
    findSources(services, organization),
  ]);
  if (!summaryRow) return undefined;
  const row = readSummary(summaryRow);
  const item = JSON.parse(cleanJson(row.item)) as DeploymentListItem;
  const { databases, license, cloudSubscription, gaps } = readDetail(detailRow);
  const pulses = readPulses(pulseRows);
  const latest = latestFigures(pulses).get(id);
  const figures = latest && isCurrent(latest, item.lastUpdated) ? latest.figures : undefined;
  const { stale, lastUpdated } = freshness(item.source, item.lastUpdated, latest, services.clock.now());
  const [, used] = figures ?? (JSON.parse(row.last) as Figures);
  return {
    ...item,
    license,
    cloudSubscription,
    gaps,
    feeds: sourcesOf(id, pulses, sources),
    lastUpdated,
    status: stale ? "stale" : item.status,
    memoryUsed: figures ? figures[0] : item.memoryUsed,
    databases: databases.map((database, index) => ({ ...database, memoryUsed: used[index] ?? null })),
  };
}
