import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { isRead } from "../../contract/source/source.ts";
import { pulsesOfSource } from "../rows/deployment.keys.ts";
import type { SummaryRow } from "../rows/deployment.table.ts";
import { silentAfter } from "../rows/freshness.ts";
import type { SourceInstance } from "../rows/observation.ts";
import { instanceOfOwner, ownerOf } from "../rows/owner.ts";
import { entriesOf, type PulseRow, readPulses } from "../rows/pulse.table.ts";
import { deletions, type TombstoneRow } from "../rows/tombstone.table.ts";
import { mayBringBack, mayTakeOver } from "./authority.ts";
import type { PageCommit } from "./source-report.ts";

/*
 * Several agents may report the same server, by intent or by mistake. One of them owns the deployment: its
 * data is shown. Another one with the right to (`authority.ts`) takes over only when the owner is silent or
 * no longer reports the deployment. So a report from a laptop without network does not declare a healthy
 * server dead.
 */

/** Whether a source may write one deployment. */
export interface Permission {
  allowed: boolean;
  /** Whether the source lacks the right to take it over, or to bring it back. Waiting does not help. */
  refused: boolean;
  /** The pulses of another owner that hold the deployment. */
  holding: readonly PulseRow[];
}

/**
 * Which deployments of a page its source may write, in the order of the page.
 * @param rows their rows, undefined where there is none
 */
export async function mayWrite(
  services: Services,
  commit: PageCommit,
  rows: readonly (SummaryRow | undefined)[],
): Promise<Permission[]> {
  const { organization, source, page, measuredAt, next, authority } = commit;
  const missing = page.flatMap(({ id }, index) => (rows[index] ? [] : [id]));
  const [others, deleted] = await Promise.all([
    pulsesOfOthers(services, organization, source, rows),
    deletions(services, organization, missing),
  ]);
  return await Promise.all(
    page.map(async ({ id }, index): Promise<Permission> => {
      const row = rows[index];
      if (!row) return await mayCreate(commit, deleted.get(id));
      if (row.owner === ownerOf(source))
        return { allowed: row.measuredAt <= measuredAt, refused: false, holding: [] };
      const holding = pulsesHolding(others, row, id);
      if (!(await mayTakeOver(source, authority, row))) return { allowed: false, refused: true, holding };
      return { allowed: takesOver(source, row, holding, next.receivedAt), refused: false, holding };
    }),
  );
}

/**
 * Whether a source may create a deployment. After a deletion it needs the right to, and a later measurement.
 */
async function mayCreate(
  { source, measuredAt, authority }: PageCommit,
  deleted: TombstoneRow | undefined,
): Promise<Permission> {
  const refused = deleted !== undefined && !(await mayBringBack(source, authority, deleted));
  return { allowed: !refused && measuredAt > (deleted?.deletedAt ?? 0), refused, holding: [] };
}

/** The pulses of the other sources that own some of the rows, by owner. */
async function pulsesOfOthers(
  services: Services,
  organization: OrganizationId,
  source: SourceInstance,
  rows: readonly (SummaryRow | undefined)[],
): Promise<Map<string, PulseRow[]>> {
  const owners = new Set(rows.flatMap((row) => (row && row.owner !== ownerOf(source) ? [row.owner] : [])));
  const pulses = await Promise.all(
    [...owners].map(async (owner) => {
      const rowsOfOwner = await services.table.queryAll(pulsesOfSource(organization, owner));
      return [owner, readPulses(rowsOfOwner)] as const;
    }),
  );
  return new Map(pulses);
}

/** The pulses of the row's owner that hold the deployment. */
function pulsesHolding(others: Map<string, PulseRow[]>, row: SummaryRow, id: string): PulseRow[] {
  return (others.get(row.owner) ?? []).filter((pulse) => entriesOf(pulse).has(id));
}

/**
 * Whether a source that has the right to take a deployment over does so now. It does not while the owner reports the
 * deployment, unless it is the same agent with a new key.
 */
export function takesOver(
  source: SourceInstance,
  row: Pick<SummaryRow, "owner">,
  holding: readonly Pick<PulseRow, "receivedAt" | "kind">[],
  now: number,
): boolean {
  if (!isRead(source.kind) && instanceOfOwner(row.owner) === source.instance) return true;
  return holding.every((pulse) => now - pulse.receivedAt > silentAfter(pulse.kind));
}
