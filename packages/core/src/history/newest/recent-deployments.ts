import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { NewestFigures } from "../../contract/deployment/deployment.ts";
import type { FleetItem, StoredDeployment } from "../../deployment/fleet/database.ts";
import { loadDeployments } from "../../deployment/fleet/load.ts";
import type { FleetPulse } from "../../deployment/fleet/page.ts";
import { Recent } from "../../deployment/fleet/recent.ts";
import type { DeploymentFigures } from "../../deployment/read/figure-join.ts";
import { ownersOf } from "../../deployment/read/owners.ts";
import { freshness, isCurrent } from "../../deployment/rows/freshness.ts";
import { measuredFields } from "../../deployment/rows/item-text.ts";
import { latestFigures, type SentFigures } from "../../deployment/rows/latest-figures.ts";
import { figureReader } from "./figures.ts";
import { second } from "../../kit/time.ts";

/** A deployment with its latest figures, its freshness, and the newest five-minute figures where there are some. */
export interface MeasuredDeployment extends FleetItem {
  figures: NewestFigures | undefined;
}

/** All deployments of an organization, as they were known at one time. */
export interface RecentDeployments {
  /** In the order of their ids. */
  stored: readonly StoredDeployment[];
  latest: ReadonlyMap<string, SentFigures>;
  pulses: readonly FleetPulse[];
  /** Only where they were asked for. */
  newest?: ReadonlyMap<string, DeploymentFigures>;
}

interface Reading {
  done: Promise<RecentDeployments>;
  /** The newest five-minute figures, once somebody has asked for them. */
  newest?: Promise<ReadonlyMap<string, DeploymentFigures>> | undefined;
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

/**
 * At most 15 seconds old. Calls that come together share one reading, as the parts of a scrape do.
 * @param figures whether the newest five-minute figures are read, beside the rest
 */
export async function recentDeployments(
  services: Services,
  organization: OrganizationId,
  { figures }: { figures: boolean },
): Promise<RecentDeployments> {
  const kept = organizations.of(services, organization);
  if (!figures) return await kept.done;
  const reading = (kept.newest ??= newestOf(kept.done, figureReader(services, organization)));
  try {
    const [all, newest] = await Promise.all([kept.done, reading]);
    return { ...all, newest };
  } catch (error) {
    // The next call reads again.
    if (kept.newest === reading) kept.newest = undefined;
    throw error;
  }
}

async function read(services: Services, organization: OrganizationId): Promise<RecentDeployments> {
  const { stored, pulses } = await loadDeployments(services, organization, { remembers: true });
  const byId = stored.toSorted((a, b) => (a.item.id < b.item.id ? -1 : 1));
  return { stored: byId, latest: latestFigures(pulses), pulses };
}

async function newestOf(reading: Promise<RecentDeployments>, figuresOf: ReturnType<typeof figureReader>) {
  const { pulses, latest } = await reading;
  return await figuresOf({ wanted: latest, owners: () => ownersOf(pulses, latest) });
}

/** One of them as it is at `now`, Unix epoch in milliseconds. */
export function measured(
  { item }: StoredDeployment,
  all: RecentDeployments,
  now: number,
): MeasuredDeployment {
  const latest = all.latest.get(item.id);
  const { stale, lastUpdated } = freshness(item.source, item.lastUpdated, latest, now);
  const figures = all.newest?.get(item.id)?.total();
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
