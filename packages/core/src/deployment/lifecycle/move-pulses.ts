import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { requireActive } from "../../organization/organization.ts";
import { retryOnConflict } from "../../table/retry-on-conflict.ts";
import type { Write } from "../../table/table.ts";
import { deploymentKey, pulseKey, pulsesOfSource, sourceOfPulse } from "../rows/deployment.keys.ts";
import { preserveLastFigures } from "../rows/last-figures.ts";
import { creatorOf, readSummary, sourceOfOwner, type SummaryRow } from "../rows/deployment.table.ts";
import { entriesOf, movePulse, type PulseRow, readPulse, readPulses } from "../rows/pulse.table.ts";

/** A move of the sources with these ids to another organization. */
export interface Move {
  from: OrganizationId;
  to: OrganizationId;
  sources: ReadonlySet<string>;
  /** Who created the sources. */
  accountId: string;
}

/** As many pulses as fit into a transaction beside the source itself; the rest follows. */
const mostPulses = 40;

/** Whether a deployment moves with its owner's source. It stays when another account's source created it. */
export function movesWithSource(row: Pick<SummaryRow, "ownerBy" | "originBy">, accountId: string): boolean {
  const creator = creatorOf(row);
  return creator === undefined || creator === accountId;
}

/**
 * The writes that move a source's pulses, for the transaction that moves the source. A concurrent report is
 * either written before it and moves along, or fails and is sent again. The agents that reported last move
 * first.
 */
export async function pulseMoves(
  services: Services,
  move: Omit<Move, "sources">,
  source: string,
): Promise<Write[]> {
  const pulses = readPulses(await services.table.queryAll(pulsesOfSource(move.from, source)));
  const first = pulses.toSorted((left, right) => right.receivedAt - left.receivedAt).slice(0, mostPulses);
  const writes: Write[] = [];
  for (const pulse of first) writes.push(...(await leave(services, move, pulse)));
  return writes;
}

/** Moves a pulse that did not fit into its source's transaction. A pulse that is there already is newer. */
export async function movePulseAfterwards(services: Services, move: Move, name: string): Promise<void> {
  const { from, to } = move;
  await retryOnConflict(async () => {
    const [here, there] = await services.table.batchGet([pulseKey(from, name), pulseKey(to, name)]);
    if (here && there) await services.table.remove(pulseKey(from, name));
    else if (here)
      await services.table.transact([...(await leave(services, move, readPulse(here))), requireActive(to)]);
  });
}

/** Deployments that stay keep their last figures in their own rows. Deployments that another source owns there stay here. */
async function leave(
  services: Services,
  { from, to, accountId }: Omit<Move, "sources">,
  pulse: PulseRow,
): Promise<Write[]> {
  const ids = [...entriesOf(pulse).keys()];
  const [here, there] = await Promise.all(
    [from, to].map(async (organization) => {
      const rows = await services.table.batchGet(ids.map((id) => deploymentKey(organization, id)));
      return rows.map((row) => row && readSummary(row));
    }),
  );
  const goes = ids.filter((_, index) => {
    const [row, other] = [here?.[index], there?.[index]];
    return (
      (!row || movesWithSource(row, accountId)) &&
      (!other || sourceOfOwner(other) === sourceOfPulse(pulse.sk))
    );
  });
  const moving = new Set(goes);
  if (moving.size < ids.length) await preserveLastFigures(services, from, pulse, moving);
  return movePulse(pulse, to, new Set(ids.filter((id) => !moving.has(id))));
}
