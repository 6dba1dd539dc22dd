import type { House, MemberContext } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { Deployment, DeploymentListItem } from "../../contract/deployment.ts";
import { cleanJson } from "../../kit/foreign-text.ts";
import { deploymentDetailKey, deploymentKey, pulsesOf } from "../../table/keys.ts";
import { readDetail, readSummary } from "../rows/deployment.table.ts";
import { feedsOf, type FindFeeders } from "./feed.ts";
import type { Figures } from "../rows/figures.ts";
import { freshness, isCurrent } from "../rows/freshness.ts";
import { locate, notFound } from "./locate.ts";
import { newestSigns, type PulseRow } from "../rows/pulse.table.ts";

/**
 * One deployment with all its databases. Somebody else's and one that does not exist are the same "not found". Throws conflict for an id that
 * several organizations have, when none is named.
 * @param findFeeders tells the keys and integrations of an organization: of those, the answer names what feeds it
 * @param organizationId the organization that the deployment is in, where the caller knows it
 */
export async function get(
  ctx: MemberContext,
  id: string,
  findFeeders: FindFeeders,
  organizationId?: string,
): Promise<Deployment> {
  const found = await read(ctx, await locate(ctx, id, organizationId), id, findFeeders);
  if (!found) throw notFound();
  return found;
}

async function read(
  house: House,
  organization: OrganizationId,
  id: string,
  findFeeders: FindFeeders,
): Promise<Deployment | undefined> {
  const [[summaryRow, detailRow], pulses, feeders] = await Promise.all([
    house.table.batchGet([deploymentKey(organization, id), deploymentDetailKey(organization, id)]),
    house.table.queryAll<PulseRow>(pulsesOf(organization)),
    findFeeders(house, organization),
  ]);
  if (!summaryRow) return undefined;
  const row = readSummary(summaryRow);
  const item = JSON.parse(cleanJson(row.item)) as DeploymentListItem;
  const { databases, license, cloudSubscription, gaps } = readDetail(detailRow);
  const sign = newestSigns(pulses).get(id);
  const figures = sign && isCurrent(sign, item.lastUpdated) ? sign.figures : undefined;
  const { stale, lastUpdated } = freshness(item.source, item.lastUpdated, sign, house.clock.now());
  const [, used] = figures ?? (JSON.parse(row.last) as Figures);
  return {
    ...item,
    license,
    cloudSubscription,
    gaps,
    feeds: feedsOf(id, pulses, feeders),
    lastUpdated,
    status: stale ? "stale" : item.status,
    memoryUsed: figures ? figures[0] : item.memoryUsed,
    databases: databases.map((database, index) => ({ ...database, memoryUsed: used[index] ?? null })),
  };
}

/** The pulses of an organization: what lists need beside the shapes. */
export async function signsOfLife(house: House, organization: OrganizationId) {
  const attributes = ["rx", "entries"] as const;
  return await house.table.queryAll<Pick<PulseRow, "rx" | "entries">>(pulsesOf(organization), { attributes });
}
