import { askedOrganization } from "../access/asked-organization.ts";
import type { ReaderContext } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { noOrganization } from "../account/source-rights.ts";
import { withViewAudit } from "../audit/bounded.ts";
import { largestPart } from "../contract/token/metric-limits.ts";
import { asksIncidents, compile } from "../contract/filter/compile.ts";
import { factsOf } from "../contract/filter/facts.ts";
import { everything, type Filter } from "../contract/filter/filter.ts";
import { joinIncidents } from "../deployment/read/incident-join.ts";
import { divisionOf, type Part } from "../deployment/read/part.ts";
import { reportersAmong } from "../deployment/read/reporters.ts";
import { recentDeployments } from "../history/newest/recent-deployments.ts";
import { list as listIncidents } from "../incident/incident.ts";
import { openTroubles } from "../incident/open-troubles.ts";
import { everyJoinOver } from "../outlook/joins.ts";
import { sourceStates } from "../sources.ts";
import { agentFamilies } from "./agent-families.ts";
import { deploymentFamilies } from "./deployment-families.ts";
import type { Family } from "./exposition.ts";
import { feedFamilies, incidentFamily, sourceFamilies } from "./other-families.ts";
import { deploymentsOf } from "./parts.ts";

const whole: Part = { part: 1, of: 1 };
/** What a scrape shows of what is joined. */
const shown = new Set(["figures", "outlook"] as const);

export interface FeedQuery {
  organizationId?: string | undefined;
  /** Undefined for all that one answer has. */
  part?: Part | undefined;
  filter?: Filter;
}

/** The organization that a request is about. Throws as `readFeed` does. */
export function organizationFor(ctx: ReaderContext, named: string | undefined): OrganizationId {
  const organization = askedOrganization(ctx, named, {
    forbidden: "You can only read the metrics of your own organization.",
    unnamed: "org: name the organization whose metrics you want",
  });
  if (!organization) throw noOrganization();
  return organization;
}

/**
 * The figures of an organization, at most 15 seconds old. What is of no deployment is in the first part alone, so that no
 * series comes twice. Throws forbidden for an organization that is not the caller's. Throws conflict for a caller without
 * one, and for a part that is too large. Throws invalid for a caller who sees all and names none.
 */
export async function readFeed(
  ctx: ReaderContext,
  { organizationId, part, filter = everything }: FeedQuery,
): Promise<Family[]> {
  const organization = organizationFor(ctx, organizationId);
  const isFirst = part === undefined || part.part === 1;
  const deployments = recentDeployments(ctx, organization, shown, everyJoinOver);
  const reporters = isFirst ? deployments.then(({ pulses }) => reportersAmong(pulses)) : undefined;
  const reading = Promise.all([
    deployments,
    isFirst ? sourceStates(ctx, organization, reporters) : [],
    isFirst ? listIncidents(ctx, { organizationId: organization, state: "open", limit: 1 }) : undefined,
    asksIncidents(filter) ? joinIncidents(ctx, [organization], openTroubles) : undefined,
    reporters ?? new Map(),
  ]);
  const [all, sources, open, troubleOf, agents] = await withViewAudit(ctx, organization, reading);
  const now = ctx.clock.now();
  const { items, hasMore } = deploymentsOf(all, part, now);
  const test = compile(filter);
  const kept =
    filter === everything ? items : items.filter((item) => test(factsOf(item, now, troubleOf)) === true);
  return [
    ...deploymentFamilies(kept, now),
    ...agentFamilies(agents),
    ...sourceFamilies(sources),
    incidentFamily(open?.incidents ?? []),
    ...feedFamilies({ deployments: kept.length, isTruncated: hasMore, part: part ?? whole }),
  ];
}

/** The parts of an organization, so that none has more deployments than it may. Throws as `readFeed` does. */
export async function partsOf(ctx: ReaderContext, organizationId: string | undefined): Promise<Part[]> {
  const organization = organizationFor(ctx, organizationId);
  const dividing = divisionOf(ctx, organization, largestPart.onAverage);
  const of = await withViewAudit(ctx, organization, dividing);
  return Array.from({ length: of }, (_, index) => ({ part: index + 1, of }));
}
