import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";
import type { Joined } from "../../contract/filter/field.ts";
import {
  databasesIn,
  type FleetItem,
  type JoinsOver,
  type StoredDeployment,
} from "../../deployment/fleet/database.ts";
import { loadDeployments } from "../../deployment/fleet/load.ts";
import type { FleetPulse } from "../../deployment/fleet/page.ts";
import { Recent } from "../../deployment/fleet/recent.ts";
import { type DeploymentExtras, joinsFor, readJoins } from "../../deployment/read/joins.ts";
import { ownersOf } from "../../deployment/read/owners.ts";
import { freshness, isCurrent } from "../../deployment/rows/freshness.ts";
import { measuredFields } from "../../deployment/rows/item-text.ts";
import { latestFigures, type SentFigures } from "../../deployment/rows/latest-figures.ts";
import { second } from "../../kit/time.ts";

/** A deployment with its latest figures, its freshness, and what is joined where there is some. */
export type MeasuredDeployment = FleetItem & Pick<DeploymentListItem, Joined>;

/** All deployments of an organization, as they were known at one time. */
export interface RecentDeployments {
  /** In the order of their ids. */
  stored: readonly StoredDeployment[];
  latest: ReadonlyMap<string, SentFigures>;
  pulses: readonly FleetPulse[];
  /** What is joined. Only where it was asked for. */
  joined?: ReadonlyMap<string, DeploymentExtras>;
}

interface Reading {
  done: Promise<RecentDeployments>;
  /** What is joined, by its names, once somebody has asked for it. */
  joined: Map<string, Promise<ReadonlyMap<string, DeploymentExtras>>>;
  /** Deployments and their databases; 0 while they are being read. */
  size: number;
}

const organizations = new Recent<Reading>({
  keptFor: 15 * second,
  // Of both together, about 80 MB.
  most: 300_000,
  begin: (services, organization) => {
    const reading: Reading = { done: read(services, organization), joined: new Map(), size: 0 };
    const sizeOf = ({ stored }: RecentDeployments) =>
      stored.reduce((sum, { databases }) => sum + 1 + databases.length, 0);
    reading.done.then((all) => (reading.size = sizeOf(all))).catch(() => undefined);
    return reading;
  },
  sizeOf: ({ size }) => size,
});

/**
 * At most 15 seconds old. Calls that come together share one reading, as the parts of a scrape do.
 * @param names what is joined
 * @param joinsOver how it is read, beside the rest
 */
export async function recentDeployments(
  services: Services,
  organization: OrganizationId,
  names: ReadonlySet<Joined>,
  joinsOver: JoinsOver,
): Promise<RecentDeployments> {
  const { done, joined } = organizations.of(services, organization);
  const joins = joinsFor(
    joinsOver(async () => {
      const { stored, latest } = await done;
      return databasesIn(stored, latest, services.clock.now());
    }),
    names,
  );
  if (!joins) return await done;
  const key = [...names].toSorted().join();
  const reading = joined.get(key) ?? joinedTo(done, readJoins(joins, services, organization));
  joined.set(key, reading);
  try {
    const [all, extras] = await Promise.all([done, reading]);
    return { ...all, joined: extras };
  } catch (error) {
    // The next call reads again.
    if (joined.get(key) === reading) joined.delete(key);
    throw error;
  }
}

async function read(services: Services, organization: OrganizationId): Promise<RecentDeployments> {
  const { stored, pulses } = await loadDeployments(services, organization, { remembers: true });
  const byId = stored.toSorted((a, b) => (a.item.id < b.item.id ? -1 : 1));
  return { stored: byId, latest: latestFigures(pulses), pulses };
}

async function joinedTo(reading: Promise<RecentDeployments>, extrasOf: ReturnType<typeof readJoins>) {
  const { pulses, latest } = await reading;
  return await extrasOf({ wanted: latest, owners: () => ownersOf(pulses, latest) });
}

/** One of them as it is at `now`, Unix epoch in milliseconds. */
export function measured(
  { item }: StoredDeployment,
  all: RecentDeployments,
  now: number,
): MeasuredDeployment {
  const latest = all.latest.get(item.id);
  const { stale, lastUpdated } = freshness(item.source, item.lastUpdated, latest, now);
  const { fullest: _, evicted: __, ...rest } = item;
  return {
    ...(latest?.figures && isCurrent(latest, item.lastUpdated)
      ? { ...rest, ...measuredFields(latest.figures) }
      : item),
    lastUpdated,
    ...(stale && { status: "stale" }),
    ...all.joined?.get(item.id)?.total(),
  };
}
