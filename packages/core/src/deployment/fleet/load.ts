import { setImmediate as nextTurn } from "node:timers/promises";
import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { inBatches } from "../../kit/in-batches.ts";
import type { StoredRow } from "../../table/row.ts";
import { fleetPageKey, fleetUnreportedKey, pulsesOf } from "../rows/deployment.keys.ts";
import { fleetPageKind, fleetUnreportedKind } from "../rows/fleet.table.ts";
import { ownersOf } from "../read/owners.ts";
import { latestFigures } from "../rows/latest-figures.ts";
import { fleetPart } from "../rows/pulse.table.ts";
import type { StoredDeployment } from "./database.ts";
import { assemble, type Fleet } from "./fleet.ts";
import { unpackIds } from "./pack.ts";
import { deploymentsIn, type FleetPulse } from "./page.ts";
import { arePagesOf, readPages, recallPages, rememberPages } from "./remembered-pages.ts";
import { findUnreported, forgetPages, isComplete, readFleetPulses, storeUnreported } from "./unreported.ts";
import { readDeployments } from "./stored.ts";

/** How many pages are read and stored concurrently. */
const atOnce = 25;

/** A deployment from a pulse or from its own row. */
interface Claim {
  writtenAt: number;
  deployment: StoredDeployment;
}

/** Of several claims for a deployment, the one that was written last counts. Returns whether this one does. */
function claim(claims: Map<string, Claim>, { writtenAt, deployment }: Claim): boolean {
  const { id } = deployment.item;
  const known = claims.get(id);
  if (known && known.writtenAt >= writtenAt) return false;
  claims.set(id, { writtenAt, deployment });
  return true;
}

/** All databases of an organization. Stores what it had to compute, so that the next look reads little. */
export async function loadFleet(services: Services, organization: OrganizationId): Promise<Fleet> {
  const now = services.clock.now();
  const { stored, pulses } = await loadDeployments(services, organization);
  const latest = latestFigures(pulses);
  return assemble(stored, latest, () => ownersOf(pulses, latest), now);
}

/**
 * All deployments of an organization, and the pulses that hold their figures.
 * @param remembers whether the process keeps the pages for the next call. Who looks every minute reads them only when
 *   a pulse has another state.
 */
export async function loadDeployments(
  services: Services,
  organization: OrganizationId,
  { remembers = false }: { remembers?: boolean } = {},
): Promise<{ stored: StoredDeployment[]; pulses: readonly FleetPulse[] }> {
  const seen = await readStored(services, organization, remembers);
  const { pulses, unreported, ids } = seen.isComplete
    ? seen
    : await findAgain(services, organization, seen.pages);
  const claims = await fromPulses(services, organization, pulses, seen.pages);
  const unclaimed = await readDeployments(services, organization, ids);
  const staying: string[] = [];
  for (const [id, { measuredAt, deployment }] of unclaimed)
    if (claim(claims, { writtenAt: measuredAt, deployment })) staying.push(id);
  if (staying.length < ids.length) await storeUnreported(services, organization, unreported, staying);
  return { stored: [...claims.values()].map(({ deployment }) => deployment), pulses };
}

/** Stored pages by sort key. */
type Pages = ReadonlyMap<string, StoredRow>;

/** The pulses, and what is stored about them. These reads may be a second old: a state never comes back. */
async function readStored(services: Services, organization: OrganizationId, remembers: boolean) {
  const [pulseRows, known] = await Promise.all([
    services.table.queryAll(pulsesOf(organization), { attributes: fleetPart.attributes, eventually: true }),
    remembers ? recallPages(services, organization) : readPages(services, organization),
  ]);
  const pulses = readFleetPulses(pulseRows);
  const isEnough = known && (!remembers || arePagesOf(known, organization, pulses));
  const fleetRows = isEnough ? known : await readPages(services, organization);
  if (remembers && !isEnough) rememberPages(services, organization, fleetRows);
  const unreportedKey = fleetUnreportedKey(organization).sk;
  const unreportedRow = fleetRows.find(({ sk }) => sk === unreportedKey);
  const unreported = unreportedRow ? fleetUnreportedKind.read(unreportedRow) : {};
  const pages: Pages = new Map(fleetRows.filter((row) => row !== unreportedRow).map((row) => [row.sk, row]));
  const keys = new Set(pulses.map((pulse) => fleetPageKey(organization, pulse).sk));
  return {
    pulses,
    pages,
    unreported,
    ids: unpackIds(unreported.ids),
    // A page without a pulse: its deployments may have stayed when the pulse went or expired.
    isComplete:
      isComplete(unreported, services.clock.now()) && [...pages.keys()].every((key) => keys.has(key)),
  };
}

async function findAgain(services: Services, organization: OrganizationId, pages: Pages) {
  const found = await findUnreported(services, organization);
  await forgetPages(services, organization, [...pages.values()], found.pulses);
  return found;
}

/** The deployments of all pulses, by id. */
async function fromPulses(
  services: Services,
  organization: OrganizationId,
  pulses: readonly FleetPulse[],
  pages: Pages,
): Promise<Map<string, Claim>> {
  const claims = new Map<string, Claim>();
  await inBatches(pulses, atOnce, async (pulse) => {
    // Ten thousand pages take a second to unpack. Other requests get their turn between the batches.
    await nextTurn();
    const row = pages.get(fleetPageKey(organization, pulse).sk);
    const stored = row && fleetPageKind.read(row);
    const writtenAt = pulse.changedAt ?? 0;
    for (const deployment of await deploymentsIn(services, organization, pulse, stored))
      claim(claims, { writtenAt, deployment });
  });
  return claims;
}
