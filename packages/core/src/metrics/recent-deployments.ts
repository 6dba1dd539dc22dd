import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { longestSingle, mostOfPart } from "../contract/token/metric-limits.ts";
import type { NewestFigures } from "../contract/deployment/deployment.ts";
import type { FleetItem, StoredDeployment } from "../deployment/fleet/database.ts";
import { loadDeployments } from "../deployment/fleet/load.ts";
import type { FleetPulse } from "../deployment/fleet/page.ts";
import { Recent } from "../deployment/fleet/recent.ts";
import { isInPart, mostParts, type Part } from "../deployment/read/part.ts";
import type { DeploymentFigures } from "../deployment/read/figure-join.ts";
import { ownersOf } from "../deployment/read/owners.ts";
import { freshness, isCurrent } from "../deployment/rows/freshness.ts";
import { measuredFields } from "../deployment/rows/item-text.ts";
import { type LatestFigures, latestFigures } from "../deployment/rows/latest-figures.ts";
import { figureReader } from "../history/newest/figures.ts";
import { Problem } from "../kit/problem.ts";
import { second } from "../kit/time.ts";

/** A deployment with its latest figures, its freshness, and the newest five-minute figures where there are some. */
export interface MeasuredDeployment extends FleetItem {
  figures: NewestFigures | undefined;
}

/** All deployments of an organization, as they were known at one time. */
export interface RecentDeployments {
  /** In the order of their ids. */
  stored: readonly StoredDeployment[];
  latest: ReadonlyMap<string, LatestFigures>;
  newest: ReadonlyMap<string, DeploymentFigures>;
  pulses: readonly FleetPulse[];
}

interface Reading {
  done: Promise<RecentDeployments>;
  /** Deployments and their databases; 0 while they are being read. */
  size: number;
}

const organizations = new Recent<Reading>({
  keptFor: 15 * second,
  // Of both together, about 80 MB.
  most: 300_000,
  begin: (services, organization) => {
    const reading: Reading = { done: read(services, organization), size: 0 };
    const sizeOf = ({ stored }: RecentDeployments) =>
      stored.reduce((sum, { databases }) => sum + 1 + databases.length, 0);
    reading.done.then((all) => (reading.size = sizeOf(all))).catch(() => undefined);
    return reading;
  },
  sizeOf: ({ size }) => size,
});

/** At most 15 seconds old. The parts of a scrape that come together share one reading. */
export const recentDeployments = async (
  services: Services,
  organization: OrganizationId,
): Promise<RecentDeployments> => await organizations.of(services, organization).done;

async function read(services: Services, organization: OrganizationId): Promise<RecentDeployments> {
  const figuresOf = figureReader(services, organization);
  const { stored, pulses } = await loadDeployments(services, organization, { remembers: true });
  const latest = latestFigures(pulses);
  const newest = await figuresOf({ wanted: latest, owners: () => ownersOf(pulses, latest) });
  return { stored: stored.toSorted((a, b) => (a.item.id < b.item.id ? -1 : 1)), latest, newest, pulses };
}

/**
 * The deployments of a part, or the first ones of all, as they are at `now`, Unix epoch in milliseconds. Where there are no
 * smaller parts, a part has the first of its own. Throws conflict for a larger part that is too large.
 */
export function deploymentsOf(all: RecentDeployments, part: Part | undefined, now: number) {
  const wanted = part ? all.stored.filter(({ item }) => isInPart(part, item.id)) : all.stored;
  const most = part ? mostOfPart : longestSingle;
  const hasMore = wanted.length > most;
  if (part && hasMore && part.of < mostParts) throw tooLarge();
  return { items: wanted.slice(0, most).map((one) => measured(one, all, now)), hasMore };
}

const tooLarge = () =>
  new Problem(
    "conflict",
    "The part has more deployments than one answer. GET /metrics/parts names smaller ones.",
    {
      code: "PART_TOO_LARGE",
    },
  );

/** A deployment as it is now. */
function measured({ item }: StoredDeployment, all: RecentDeployments, now: number): MeasuredDeployment {
  const latest = all.latest.get(item.id);
  const { stale, lastUpdated } = freshness(item.source, item.lastUpdated, latest, now);
  const figures = all.newest.get(item.id)?.total();
  const { fullest: _, evicted: __, ...rest } = item;
  return {
    ...(latest?.figures && isCurrent(latest, item.lastUpdated)
      ? { ...rest, ...measuredFields(latest.figures) }
      : item),
    lastUpdated,
    ...(stale && { status: "stale" }),
    figures,
  };
}
