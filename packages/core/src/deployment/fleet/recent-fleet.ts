import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { second } from "../../kit/time.ts";
import type { FigureReader } from "../read/figure-join.ts";
import { holdersOf } from "../read/owners.ts";
import type { Table } from "../../table/table.ts";
import type { Fleet } from "./fleet.ts";
import { loadFleet } from "./load.ts";
import { makeRoom } from "./make-room.ts";

/** How long a process answers from what it has read, in milliseconds. */
const keptFor = 15 * second;
/** How many databases a process keeps, of all organizations together: about 80 MB. */
const mostKept = 300_000;

interface Kept {
  readAt: number;
  fleet: Promise<Fleet>;
  /** The same with figures, once somebody has asked for them. */
  withFigures?: Promise<Fleet> | undefined;
  /** How many databases it has; 0 while it is being read. */
  size: number;
}

/** By table, because tests run several products in one process. */
const fleets = new WeakMap<Table, Map<OrganizationId, Kept>>();

/** All databases of an organization, at most 15 seconds old. Concurrent calls share one reading. */
export const recentFleet = async (services: Services, organization: OrganizationId): Promise<Fleet> =>
  await keptFleet(services, organization).fleet;

/** The same with the newest five-minute figures of each, which are read beside it. */
export async function recentFleetWithFigures(
  services: Services,
  organization: OrganizationId,
  read: FigureReader,
): Promise<Fleet> {
  const kept = keptFleet(services, organization);
  const reading = (kept.withFigures ??= join(kept.fleet, read(services, organization)));
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

function keptFleet(services: Services, organization: OrganizationId): Kept {
  const kept = fleets.get(services.table) ?? new Map<OrganizationId, Kept>();
  fleets.set(services.table, kept);
  const now = services.clock.now();
  for (const [each, { readAt }] of kept) if (now - readAt >= keptFor) kept.delete(each);
  const known = kept.get(organization);
  if (known) return known;
  const reading: Kept = { readAt: now, fleet: loadFleet(services, organization), size: 0 };
  kept.set(organization, reading);
  reading.fleet.then(
    (fleet) => {
      reading.size = fleet.databases.length;
      makeRoom(kept, { most: mostKept, sizeOf: sizeKept, staying: organization });
    },
    () => {
      // The next call reads again. Who waits for this one gets its failure.
      if (kept.get(organization) === reading) kept.delete(organization);
    },
  );
  return reading;
}

/** With figures, each database is there twice. */
const sizeKept = ({ size, withFigures }: Kept): number => (withFigures ? 2 : 1) * size;
