import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { StoredRow } from "../../table/row.ts";
import type { Table } from "../../table/table.ts";
import { fleetOf, fleetPageKey, fleetUnreportedKey } from "../rows/deployment.keys.ts";
import { fleetPageKind } from "../rows/fleet.table.ts";
import { makeRoom } from "./make-room.ts";
import { type FleetPulse, stateOf } from "./page.ts";

/** How many bytes of pages a process keeps, of all organizations together. */
const mostBytes = 64 * 2 ** 20;

interface Kept {
  pages: readonly StoredRow[];
  bytes: number;
}

/** By table, because tests run several products in one process. */
const kept = new WeakMap<Table, Map<OrganizationId, Kept>>();

/** The pages of an organization and the row of what no pulse holds; they may be a second old. */
export const readPages = async ({ table }: Services, organization: OrganizationId): Promise<StoredRow[]> =>
  await table.queryAll(fleetOf(organization), { eventually: true });

/**
 * The pages as this process read them last, with the row of what no pulse holds, which is read anew. Undefined when
 * the process has read none. A page belongs to one state of its pulse, so it is never wrong, only without use.
 */
export async function recallPages(
  { table }: Services,
  organization: OrganizationId,
): Promise<StoredRow[] | undefined> {
  const known = kept.get(table)?.get(organization);
  if (!known) return undefined;
  const unreported = await table.get(fleetUnreportedKey(organization));
  return unreported ? [...known.pages, unreported] : [...known.pages];
}

/** Whether these are the pages of exactly these pulses, each of its present state. */
export function arePagesOf(
  rows: readonly StoredRow[],
  organization: OrganizationId,
  pulses: readonly FleetPulse[],
): boolean {
  const pages = withoutUnreported(rows, organization);
  const states = new Map(pages.map((row) => [row.sk, fleetPageKind.read(row).state]));
  return (
    states.size === pulses.length &&
    pulses.every((pulse) => states.get(fleetPageKey(organization, pulse).sk) === stateOf(pulse))
  );
}

/** Keeps pages for the next look, and forgets the organizations that were read first when there are too many. */
export function rememberPages(
  { table }: Services,
  organization: OrganizationId,
  rows: readonly StoredRow[],
): void {
  const all = kept.get(table) ?? new Map<OrganizationId, Kept>();
  kept.set(table, all);
  all.delete(organization);
  const pages = withoutUnreported(rows, organization);
  all.set(organization, { pages, bytes: pages.reduce((sum, row) => sum + sizeOf(row), 0) });
  makeRoom(all, { most: mostBytes, sizeOf: ({ bytes }) => bytes });
}

const withoutUnreported = (rows: readonly StoredRow[], organization: OrganizationId): StoredRow[] => {
  const { sk } = fleetUnreportedKey(organization);
  return rows.filter((row) => row.sk !== sk);
};

/** A row's keys and numbers take about this much beside its content. */
const overhead = 300;

const sizeOf = (row: StoredRow): number => overhead + fleetPageKind.read(row).content.length;
