import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { requireActive } from "../../organization/organization.ts";
import { inBatches } from "../../kit/in-batches.ts";
import { day } from "../../kit/time.ts";
import type { StoredRow } from "../../table/row.ts";
import {
  deploymentOfKey,
  deploymentsOf,
  fleetPageKey,
  fleetUnreportedKey,
  pulsesOf,
} from "../rows/deployment.keys.ts";
import { summaryKind } from "../rows/deployment.table.ts";
import { type FleetUnreported, fleetUnreportedKind } from "../rows/fleet.table.ts";
import { entriesOf, fleetPart } from "../rows/pulse.table.ts";
import { packIds } from "./pack.ts";
import { type FleetPulse, isWrittenBy, writeDerived } from "./page.ts";

/** Pulses expire without a write that sets a mark, but never before this time. */
const searchedAgainAfter = 30 * day;
/** How many pages are deleted concurrently. */
const atOnce = 25;

/** Whether the ids are those of all deployments that no pulse holds. */
export function isComplete(
  unreported: FleetUnreported | undefined,
  now: number,
): unreported is FleetUnreported {
  const { mark, foundFor, foundAt = 0 } = unreported ?? {};
  return mark === foundFor && now - foundAt < searchedAgainAfter;
}

interface UnreportedRead {
  pulses: FleetPulse[];
  unreported: FleetUnreported;
  ids: string[];
}

/**
 * Reads all pulses and summaries of an organization, and stores the ids of deployments that no pulse holds. All
 * reads are strongly consistent and follow the mark, so a deployment that leaves a pulse in between sets
 * another mark, and nothing is stored.
 */
export async function findUnreported(
  services: Services,
  organization: OrganizationId,
): Promise<UnreportedRead> {
  const row = await services.table.get(fleetUnreportedKey(organization));
  const before = row ? fleetUnreportedKind.read(row) : {};
  const pulses = readFleetPulses(
    await services.table.queryAll(pulsesOf(organization), { attributes: fleetPart.attributes }),
  );
  const holders = Map.groupBy(
    pulses.flatMap((pulse) => [...entriesOf(pulse).keys()].map((id) => ({ id, pulse }))),
    ({ id }) => id,
  );
  const part = summaryKind.part("owner", "measuredAt");
  const summaries = await services.table.queryAll(deploymentsOf(organization), part);
  const ids = summaries.flatMap((summary) => {
    const [id, written] = [deploymentOfKey(summary), part.read(summary)];
    return holders.get(id)?.some(({ pulse }) => isWrittenBy(pulse, written)) ? [] : [id];
  });
  const unreported = { ...before, foundFor: before.mark, foundAt: services.clock.now() };
  await storeUnreported(services, organization, unreported, ids);
  return { pulses, unreported, ids };
}

export const readFleetPulses = (rows: readonly StoredRow[]): FleetPulse[] =>
  rows.map((row) => ({ pk: row.pk, sk: row.sk, ...fleetPart.read(row) }));

/** Stores the ids on the condition that no deployment has left a pulse since. */
export async function storeUnreported(
  services: Services,
  organization: OrganizationId,
  { mark, foundFor, foundAt }: FleetUnreported,
  ids: readonly string[],
): Promise<void> {
  const set = fleetUnreportedKind.changes({ foundFor, foundAt, ids: packIds(ids) });
  await writeDerived(services, [
    { update: fleetUnreportedKey(organization), change: { set }, when: fleetUnreportedKind.equals({ mark }) },
    requireActive(organization),
  ]);
}

/** Deletes the pages of pulses that are gone. */
export async function forgetPages(
  services: Services,
  organization: OrganizationId,
  stored: readonly StoredRow[],
  pulses: readonly FleetPulse[],
): Promise<void> {
  const living = new Set(pulses.map((pulse) => fleetPageKey(organization, pulse).sk));
  const gone = stored.filter((row) => !living.has(row.sk));
  await inBatches(gone, atOnce, (row) => writeDerived(services, [{ delete: row }]));
}
