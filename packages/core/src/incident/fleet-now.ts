import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { Recent } from "../deployment/fleet/recent.ts";
import { type WatchedFleet, watchFleet } from "../deployment/fleet/watch.ts";
import { second } from "../kit/time.ts";
import { type WatchedDeployment, withPatched } from "./judging/watched.ts";
import { joinedByAny, withJoined } from "./judging/watched-joins.ts";
import { alertsOf } from "./rows/incident.keys.ts";
import { readAlerts } from "./rows/incident.table.ts";
import { toPatched } from "./rows/patched.table.ts";

interface Reading {
  done: Promise<{ fleet: WatchedFleet; deployments: readonly WatchedDeployment[] }>;
  /** With what is joined, by its names, once somebody has asked for it. */
  joined: Map<string, Promise<readonly WatchedDeployment[]>>;
  /** Deployments; 0 while they are being read. */
  size: number;
}

const organizations = new Recent<Reading>({
  keptFor: 15 * second,
  // About 60 MB.
  most: 30_000,
  begin: (services, organization) => {
    const reading: Reading = { done: read(services, organization), joined: new Map(), size: 0 };
    reading.done.then(({ deployments }) => (reading.size = deployments.length)).catch(() => undefined);
    return reading;
  },
  sizeOf: ({ size }) => size,
});

async function read(services: Services, organization: OrganizationId) {
  const [fleet, rows] = await Promise.all([
    watchFleet(services, organization),
    services.table.queryAll(alertsOf(organization), { eventually: true }),
  ]);
  return { fleet, deployments: withPatched(fleet.deployments, toPatched(readAlerts(rows).patched)) };
}

/**
 * The deployments of an organization as a pass judges them, at most 15 seconds old.
 * @param filters what they are asked about: what is joined is read where one asks for it
 */
export async function fleetNow(
  services: Services,
  organization: OrganizationId,
  filters: readonly string[],
): Promise<readonly WatchedDeployment[]> {
  const kept = organizations.of(services, organization);
  const { fleet, deployments } = await kept.done;
  const names = [...joinedByAny(filters)].toSorted().join();
  if (names === "") return deployments;
  const all = { ...fleet, deployments: [...deployments] };
  const reading = kept.joined.get(names) ?? withJoined(services, organization, all, filters);
  kept.joined.set(names, reading);
  try {
    return await reading;
  } catch (error) {
    // The next call reads again.
    if (kept.joined.get(names) === reading) kept.joined.delete(names);
    throw error;
  }
}
