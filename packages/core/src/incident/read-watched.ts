import { agentKeys } from "../agent-key/source.ts";
import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { allOf } from "../channel/channels.ts";
import { entriesOf } from "../token/find.ts";
import { watchFleet } from "../deployment/fleet/watch.ts";
import { deletedAmong } from "../deployment/read/whereabouts.ts";
import { type AnyRuleId, isOwnRule } from "../contract/incident/rules.ts";
import { minute } from "../kit/time.ts";
import { sourceKinds } from "../sources.ts";
import type { StoredAlerts } from "./rows/incident.table.ts";
import { toPatched } from "./rows/patched.table.ts";
import { textsOf } from "./rules/own.ts";
import { deploymentRules } from "./rules/rules.ts";
import { filtersOf, isRunning } from "./silences/silence.ts";
import { outlooksOnce, withJoined } from "./judging/watched-joins.ts";
import { withShares } from "./judging/watched-shares.ts";
import {
  type Watched,
  type WatchedAgent,
  type WatchedChannel,
  type WatchedDeployment,
  type WatchedSource,
  withPatched,
} from "./judging/watched.ts";

/** How often the sources are read when nothing is silent: that is as often as we read accounts. */
const sourcesEvery = 5 * minute;

/**
 * What a pass judges. Sources, channels and tokens cost a few read units. A pass reads them when something is silent,
 * and otherwise every five minutes.
 * @param now the minute of the pass
 */
export async function readWatched(
  services: Services,
  organization: OrganizationId,
  alerts: Promise<StoredAlerts>,
  now: number,
  isFirst: boolean,
): Promise<Watched> {
  const [fleet, { findings, silences, patched, rules, routes }] = await Promise.all([
    watchFleet(services, organization),
    alerts,
  ]);
  const { deployments, agents } = fleet;
  const ids = new Set(deployments.map(({ id }) => id));
  const gone = [...findings]
    .filter(([rule]) => isOwnRule(rule) || ofDeployments.has(rule))
    .flatMap(([, each]) => [...each.keys()].filter((id) => !ids.has(id)));
  const asking = [
    ...filtersOf(silences.filter((one) => isRunning(one, now))),
    ...rules.flatMap((rule) => ("definition" in rule ? textsOf(rule.definition) : [])),
    ...(routes?.routes ?? []).map(({ filter }) => filter),
  ];
  const isDue = isFirst || now % sourcesEvery === 0 || deployments.some(({ isSilent }) => isSilent);
  const outlooks = outlooksOnce(services, organization);
  const [measured, sources, channels, tokens, deleted] = await Promise.all([
    withJoined(services, organization, fleet, asking, { isJudged: isReplicated, outlooks }),
    isDue ? watchSources(services, organization, agents) : undefined,
    isDue ? watchChannels(services, organization) : undefined,
    isDue ? entriesOf(services, organization) : undefined,
    deletedAmong(services, organization, [...new Set(gone)]),
  ]);
  const known = await withShares(services, organization, measured, outlooks);
  const judged = withPatched(known, toPatched(patched));
  return {
    deployments: judged,
    agents,
    sources,
    channels,
    tokens,
    deleted,
    version: services.settings.version,
  };
}

const ofDeployments = new Set<AnyRuleId>(deploymentRules.map(({ id }) => id));

const isReplicated = ({ replicas, isReplica }: WatchedDeployment) => isReplica || (replicas?.count ?? 0) > 0;

async function watchChannels(services: Services, organization: OrganizationId): Promise<WatchedChannel[]> {
  const channels = await allOf(services, organization);
  return channels.map(({ id, name, failingSince, off }) => ({
    id,
    name,
    failingSince: failingSince ?? null,
    off,
  }));
}

/** The keys and integrations of an organization. What a key brought last comes from its agents. */
async function watchSources(
  services: Services,
  organization: OrganizationId,
  agents: readonly WatchedAgent[],
): Promise<WatchedSource[]> {
  const lastReports = new Map<string, number>();
  for (const { key, lastReportAt } of agents)
    lastReports.set(key, Math.max(lastReports.get(key) ?? 0, lastReportAt));
  const kinds = sourceKinds.filter((kind) => kind !== agentKeys && kind.isOn(services));
  const [keys, states] = await Promise.all([
    agentKeys.list(services, organization),
    Promise.all(kinds.map((kind) => kind.states(services, organization))),
  ]);
  return [
    ...keys.map(({ kind, id, name, createdAt, failure }): WatchedSource => ({
      kind,
      id,
      name,
      createdAt,
      status: failure ? "denied" : "ok",
      lastReadAt: lastReports.get(id),
      nextReadAt: undefined,
      lastDataAt: lastReports.get(id),
      lastError: failure?.reason ?? null,
    })),
    ...states
      .flat()
      .map(({ kind, id, name, status, lastReadAt, nextReadAt, lastDataAt, lastError }): WatchedSource => ({
        kind,
        id,
        name,
        createdAt: 0,
        status,
        lastReadAt: timeOf(lastReadAt),
        nextReadAt: timeOf(nextReadAt),
        lastDataAt: timeOf(lastDataAt),
        lastError,
      })),
  ];
}

const timeOf = (text: string | null) => (text === null ? undefined : Date.parse(text));
