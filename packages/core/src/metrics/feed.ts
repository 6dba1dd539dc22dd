import { askedOrganization } from "../access/asked-organization.ts";
import type { ReaderContext, Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { noOrganization } from "../account/source-rights.ts";
import { withViewAudit } from "../audit/bounded.ts";
import { largestPart, longestSingle } from "../contract/token/metric-limits.ts";
import { asksIncidents, compile } from "../contract/filter/compile.ts";
import { factsOf } from "../contract/filter/facts.ts";
import { everything, type Filter } from "../contract/filter/filter.ts";
import { certificateEnds } from "../deployment/fleet/certificate-ends.ts";
import { joinIncidents } from "../deployment/read/incident-join.ts";
import { divisionOf, type Part, readFirst, readPart } from "../deployment/read/part.ts";
import { readWidePulses, reportersAmong, type WidePulse } from "../deployment/read/reporters.ts";
import { figureReader } from "../history/newest/figures.ts";
import { list as listIncidents } from "../incident/incident.ts";
import { openTroubles } from "../incident/open-troubles.ts";
import { sourceStates } from "../sources.ts";
import { agentFamilies } from "./agent-families.ts";
import { deploymentFamilies } from "./deployment-families.ts";
import type { Family } from "./exposition.ts";
import { feedFamilies, incidentFamily, sourceFamilies } from "./other-families.ts";

const whole: Part = { part: 1, of: 1 };

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
 * The figures of an organization. What is of no deployment is in the first part alone, so that no series comes twice.
 * Throws forbidden for an organization that is not the caller's, and conflict for a caller without one. Throws invalid for
 * a caller who sees all and names none.
 */
export async function readFeed(
  ctx: ReaderContext,
  { organizationId, part, filter = everything }: FeedQuery,
): Promise<Family[]> {
  const organization = organizationFor(ctx, organizationId);
  const isFirst = part === undefined || part.part === 1;
  const pulses = isFirst ? readWidePulses(ctx, organization) : undefined;
  const reporters = pulses?.then(reportersAmong);
  const reading = Promise.all([
    readDeployments(ctx, organization, part, pulses),
    isFirst ? sourceStates(ctx, organization, reporters) : [],
    isFirst ? listIncidents(ctx, { organizationId: organization, state: "open", limit: 1 }) : undefined,
    asksIncidents(filter) ? joinIncidents(ctx, [organization], openTroubles) : undefined,
    certificateEnds(ctx, organization),
    reporters ?? new Map(),
  ]);
  const [{ items, hasMore }, sources, open, troubleOf, ends, agents] = await withViewAudit(
    ctx,
    organization,
    reading,
  );
  const now = ctx.clock.now();
  const test = compile(filter);
  const kept =
    filter === everything ? items : items.filter((item) => test(factsOf(item, now, troubleOf)) === true);
  return [
    ...deploymentFamilies(kept, ends, now),
    ...agentFamilies(agents),
    ...sourceFamilies(sources),
    incidentFamily(open?.incidents ?? []),
    ...feedFamilies({ deployments: kept.length, isTruncated: hasMore, part: part ?? whole }),
  ];
}

async function readDeployments(
  services: Services,
  organization: OrganizationId,
  part: Part | undefined,
  pulses: Promise<WidePulse[]> | undefined,
) {
  const joined = { figures: figureReader, pulses };
  if (!part) return await readFirst(services, organization, longestSingle, joined);
  return await readPart(services, organization, part, joined);
}

/** The parts of an organization, so that none has more deployments than it may. Throws as `readFeed` does. */
export async function partsOf(ctx: ReaderContext, organizationId: string | undefined): Promise<Part[]> {
  const organization = organizationFor(ctx, organizationId);
  const dividing = divisionOf(ctx, organization, largestPart.onAverage);
  const of = await withViewAudit(ctx, organization, dividing);
  return Array.from({ length: of }, (_, index) => ({ part: index + 1, of }));
}
