import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { second } from "../../kit/time.ts";
import type { FigureReader } from "../read/figure-join.ts";
import { holdersOf } from "../read/owners.ts";
import type { Fleet } from "./fleet.ts";
import { loadFleet } from "./load.ts";
import { Recent } from "./recent.ts";

interface Reading {
  done: Promise<Fleet>;
  /** The same with figures, once somebody has asked for them. */
  withFigures?: Promise<Fleet> | undefined;
  /** How many databases it has; 0 while it is being read. */
  size: number;
}

const fleets = new Recent<Reading>({
  keptFor: 15 * second,
  // Databases, about 80 MB.
  most: 300_000,
  begin: (services, organization) => {
    const reading: Reading = { done: loadFleet(services, organization), size: 0 };
    reading.done.then(({ databases }) => (reading.size = databases.length)).catch(() => undefined);
    return reading;
  },
  // With figures, each database is there twice.
  sizeOf: ({ size, withFigures }) => (withFigures ? 2 : 1) * size,
});

/** All databases of an organization, at most 15 seconds old. Concurrent calls share one reading. */
export const recentFleet = async (services: Services, organization: OrganizationId): Promise<Fleet> =>
  await fleets.of(services, organization).done;

/** The same with the newest five-minute figures of each, which are read beside it. */
export async function recentFleetWithFigures(
  services: Services,
  organization: OrganizationId,
  read: FigureReader,
): Promise<Fleet> {
  const kept = fleets.of(services, organization);
  const reading = (kept.withFigures ??= join(kept.done, read(services, organization)));
  try {
    return await reading;
  } catch (error) {
    // The next call reads again.
    if (kept.withFigures === reading) kept.withFigures = undefined;
    throw error;
  }
}

async function join(loading: Promise<Fleet>, figuresOf: ReturnType<FigureReader>): Promise<Fleet> {
  const fleet = await loading;
  return fleet.with(await figuresOf(holdersOf(fleet.owners())));
}
