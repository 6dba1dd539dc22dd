import type { House, MemberContext } from "../access/context.ts";
import { chosenOrganization, type OrganizationId, ownOrganization } from "../access/scope.ts";
import type { Deployment, DeploymentListItem } from "../contract/deployment.ts";
import { may } from "../contract/roles.ts";
import { Problem } from "../kit/problem.ts";
import { deploymentById, deploymentDetailKey, deploymentKey, pulsesOf } from "../table/keys.ts";
import { type Detail, readDetail, readSummary } from "./deployment.table.ts";
import type { Figures } from "./figures.ts";
import { freshness } from "./freshness.ts";
import { isId } from "../kit/ids.ts";
import { newestSigns, type PulseRow, sourceOfPulse } from "./pulse.table.ts";

/**
 * One deployment with all its databases. Somebody else's and one that does not exist are the same "not found".
 */
export async function get(ctx: MemberContext, id: string): Promise<Deployment> {
  const organization = isId("deployment", id) ? await organizationOf(ctx, id) : undefined;
  const found = organization && (await read(ctx, organization, id));
  if (!found) throw new Problem("notFound", "Deployment not found");
  return found;
}

/** Where to look: the own organization, or for those who may see all the one that has it. */
async function organizationOf(ctx: MemberContext, id: string): Promise<OrganizationId | undefined> {
  const own = ownOrganization(ctx.actor) ?? undefined;
  if (!may(ctx.actor.roles, "seeEveryOrganization")) return own;
  const { keys } = await ctx.table.find(deploymentById(id), { limit: 1 });
  const organization = keys[0]?.pk.slice("ORG#".length);
  return organization === undefined ? undefined : chosenOrganization(ctx.actor, organization);
}

/** Of a deployment that could never be read so far. */
const noDetail: Detail = { databases: [], license: null, cloudSubscription: null };

async function read(house: House, organization: OrganizationId, id: string): Promise<Deployment | undefined> {
  const [[summaryRow, detailRow], pulses] = await Promise.all([
    house.table.batchGet([deploymentKey(organization, id), deploymentDetailKey(organization, id)]),
    signsOfLife(house, organization),
  ]);
  if (!summaryRow) return undefined;
  const row = readSummary(summaryRow);
  const item = JSON.parse(row.item) as DeploymentListItem;
  const { databases, license, cloudSubscription } = detailRow ? readDetail(detailRow) : noDetail;
  const sign = newestSigns(pulses).get(id);
  const { stale, lastUpdated } = freshness(item.source, item.lastUpdated, sign, house.clock.now());
  const [, used] = sign?.figures ?? (JSON.parse(row.last) as Figures);
  return {
    ...item,
    license,
    cloudSubscription,
    lastUpdated,
    status: stale ? "stale" : item.status,
    memoryUsed: sign?.figures ? sign.figures[0] : item.memoryUsed,
    databases: databases.map((database, index) => ({ ...database, memoryUsed: used[index] ?? null })),
  };
}

/** The pulses of an organization: what lists and details need beside the shapes. */
export async function signsOfLife(house: House, organization: OrganizationId) {
  const attributes = ["rx", "entries"] as const;
  return await house.table.queryAll<Pick<PulseRow, "rx" | "entries">>(pulsesOf(organization), { attributes });
}

/** When each source (agent key, integration) of an organization was last heard; Unix epoch in milliseconds. */
export async function lastHeard(house: House, organization: OrganizationId): Promise<Map<string, number>> {
  const attributes = ["sk", "rx"] as const;
  const pulses = await house.table.queryAll<Pick<PulseRow, "sk" | "rx">>(pulsesOf(organization), {
    attributes,
  });
  const heard = new Map<string, number>();
  for (const { sk, rx } of pulses) {
    const source = sourceOfPulse(sk);
    heard.set(source, Math.max(rx, heard.get(source) ?? 0));
  }
  return heard;
}
