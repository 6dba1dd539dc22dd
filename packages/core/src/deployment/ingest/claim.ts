import type { House } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { pulsesOfSource } from "../../table/keys.ts";
import type { SummaryRow } from "../rows/deployment.table.ts";
import { silentAfter } from "../rows/freshness.ts";
import type { SourceInstance } from "../rows/observation.ts";
import { instanceOfOwner, ownerOf } from "../rows/owner.ts";
import { entriesOf, type PulseRow } from "../rows/pulse.table.ts";

/*
 * Several agents may watch the same server, by intent or by mistake. One of them owns the deployment: its word
 * is shown. Another that may (`authority.ts`) takes over only when the owner has fallen silent or no longer reports the
 * deployment, so that a report from a laptop without network does not declare a healthy server dead.
 */

/** The pulses of those sources that own some of the rows and are not this one. */
export async function otherPulses(
  house: House,
  organization: OrganizationId,
  source: SourceInstance,
  rows: readonly (SummaryRow | undefined)[],
): Promise<Map<string, PulseRow[]>> {
  const owners = new Set(rows.flatMap((row) => (row && row.owner !== ownerOf(source) ? [row.owner] : [])));
  const pulses = await Promise.all(
    [...owners].map(async (owner) => {
      const rowsOfOwner = await house.table.queryAll<PulseRow>(pulsesOfSource(organization, owner));
      return [owner, rowsOfOwner] as const;
    }),
  );
  return new Map(pulses);
}

/** Those pulses of the row's owner that still tell of the deployment. */
export function pulsesTelling(others: Map<string, PulseRow[]>, row: SummaryRow, id: string): PulseRow[] {
  return (others.get(row.owner) ?? []).filter((pulse) => entriesOf(pulse).has(id));
}

/**
 * Whether a source that may take a deployment over does so now: not while the owner reports it, unless it is the same
 * agent with a new key.
 */
export function takesOver(
  source: SourceInstance,
  row: SummaryRow,
  telling: readonly PulseRow[],
  now: number,
): boolean {
  if (source.kind === "agent" && instanceOfOwner(row.owner) === source.instance) return true;
  return telling.every((pulse) => now - pulse.rx > silentAfter[pulse.kind]);
}
