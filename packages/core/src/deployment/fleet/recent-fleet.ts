import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { second } from "../../kit/time.ts";
import { type Joins, readJoins } from "../read/joins.ts";
import { holdersOf } from "../read/owners.ts";
import type { Fleet } from "./fleet.ts";
import { loadFleet } from "./load.ts";
import { Recent } from "./recent.ts";

interface Reading {
  done: Promise<Fleet>;
  /** The same with what is joined, by its names, once somebody has asked for it. */
  joined: Map<string, Promise<Fleet>>;
  /** How many databases it has; 0 while it is being read. */
  size: number;
}

const fleets = new Recent<Reading>({
  keptFor: 15 * second,
  // Databases, about 80 MB.
  most: 300_000,
  begin: (services, organization) => {
    const reading: Reading = { done: loadFleet(services, organization), joined: new Map(), size: 0 };
    reading.done.then(({ databases }) => (reading.size = databases.length)).catch(() => undefined);
    return reading;
  },
  // With what is joined, each database is there once more.
  sizeOf: ({ size, joined }) => (1 + joined.size) * size,
});

/** All databases of an organization, at most 15 seconds old. Concurrent calls share one reading. */
export const recentFleet = async (services: Services, organization: OrganizationId): Promise<Fleet> =>
  await fleets.of(services, organization).done;

/** The same with what is joined to each, which is read beside it. */
export async function recentFleetWith(
  services: Services,
  organization: OrganizationId,
  joins: Joins,
): Promise<Fleet> {
  const { done, joined } = fleets.of(services, organization);
  const names = Object.keys(joins).toSorted().join();
  const reading = joined.get(names) ?? join(done, readJoins(joins, services, organization));
  joined.set(names, reading);
  try {
    return await reading;
  } catch (error) {
    // The next call reads again.
    if (joined.get(names) === reading) joined.delete(names);
    throw error;
  }
}

async function join(loading: Promise<Fleet>, extrasOf: ReturnType<typeof readJoins>): Promise<Fleet> {
  const fleet = await loading;
  return fleet.with(await extrasOf(holdersOf(fleet.owners())));
}
