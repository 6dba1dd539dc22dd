import type { ReaderContext, Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { Deployment, DeploymentListItem, LastReport } from "../../contract/deployment/deployment.ts";
import { isRead } from "../../contract/source/source.ts";
import { cleanJson } from "../../kit/foreign-text.ts";
import { readHealth } from "../rows/agent-health.ts";
import { commandsIn } from "../rows/commands.ts";
import {
  deploymentDetailKey,
  deploymentKey,
  instanceOfPulse,
  isPulseOf,
  pulsesOf,
} from "../rows/deployment.keys.ts";
import { readDetail, readSummary } from "../rows/deployment.table.ts";
import { readLast } from "../rows/figures.ts";
import { refresh } from "../rows/item-text.ts";
import { latestFigures } from "../rows/latest-figures.ts";
import { entriesOf, type PulseRow, readPulses } from "../rows/pulse.table.ts";
import { readLocated } from "./locate.ts";
import { type FindSources, sourcesOf } from "./sources.ts";

/**
 * One deployment with all its databases. Throws notFound for an id that does not exist or belongs to another organization.
 * Throws conflict for an id that several organizations have, when none is named.
 * @param findSources finds the keys and integrations of an organization; the answer names those that report the deployment
 * @param organizationId the organization of the deployment, if the caller knows it
 */
export async function get(
  ctx: ReaderContext,
  id: string,
  findSources: FindSources,
  organizationId?: string,
): Promise<Deployment> {
  return await readLocated(ctx, id, organizationId, (organization) =>
    read(ctx, organization, id, findSources),
  );
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
  const detail = readDetail(detailRow);
  const { databases, license, cloudSubscription, gaps, certificateEnd } = detail;
  const { nodes, shards, detailedHistory } = detail;
  const pulses = readPulses(pulseRows);
  const latest = latestFigures(pulses, (one) => one === id).get(id);
  const text = refresh(cleanJson(row.item), latest, services.clock.now());
  const item = JSON.parse(text) as DeploymentListItem;
  const isCurrent = latest?.time === item.lastUpdated;
  const { used } = (isCurrent ? latest.figures : undefined) ?? readLast(row.last);
  return {
    ...item,
    license,
    cloudSubscription,
    gaps,
    ...(nodes && { nodes: [...nodes] }),
    ...(shards && { shards: [...shards] }),
    ...(certificateEnd !== undefined && { certificateEnd }),
    ...(detailedHistory && { detailedHistory }),
    feeds: sourcesOf(id, pulses, sources),
    report: lastReportOf(id, row.owner, pulses),
    databases: databases.map((database, index) => ({ ...database, memoryUsed: used[index] ?? null })),
  };
}

/**
 * The last report of a deployment by the source that owns it. Null when that source is gone.
 * @param pulses all of the deployment's organization
 */
function lastReportOf(id: string, owner: string, pulses: readonly PulseRow[]): LastReport | null {
  const own = pulses.filter((pulse) => isPulseOf(pulse, owner));
  // A page may be left from a longer report of before.
  const [page] = own
    .filter((pulse) => entriesOf(pulse).has(id))
    .toSorted((left, right) => right.receivedAt - left.receivedAt);
  if (!page) return null;
  const { receivedAt, measuredAt, commands } = page;
  return {
    receivedAt: time(receivedAt),
    measuredAt: time(measuredAt),
    complete: entriesOf(page).get(id) !== undefined,
    commands: commandsIn(commands, id),
    agent: isRead(page.kind) ? null : agentOf(page, own),
  };
}

/** The first page of an agent holds its health. */
function agentOf({ sk }: PulseRow, pages: readonly PulseRow[]): LastReport["agent"] {
  const {
    secretNumber: _,
    startedAt,
    ...health
  } = readHealth(pages.find(({ agent }) => agent !== undefined)?.agent);
  const started = startedAt === null ? null : time(startedAt);
  return { id: instanceOfPulse(sk), startedAt: started, ...health };
}

const time = (moment: number) => new Date(moment).toISOString();
