import type { House } from "../../access/context.ts";
import type { DeploymentListItem } from "../../contract/deployment.ts";
import { deploymentKey } from "../../table/keys.ts";
import type { Write } from "../../table/table.ts";
import { mayBringBack, mayTakeOver } from "./authority.ts";
import { otherPulses, pulsesTelling, takesOver } from "./claim.ts";
import {
  creatorOf,
  originOf,
  putDetail,
  putGaps,
  putSummary,
  readSummary,
  sourceOfOwner,
  type SummaryRow,
} from "../rows/deployment.table.ts";
import { databasesIn, type Figures, figuresOf, unknownFigures } from "../rows/figures.ts";
import type { Growth } from "../rows/growth.ts";
import { toItem } from "../rows/item.ts";
import { writeItem } from "../rows/item-text.ts";
import type { Observation } from "../rows/observation.ts";
import type { PageCommit } from "./source-report.ts";
import { ownerOf } from "../rows/owner.ts";
import { databasesOfPulse, entriesOf, invalidatePulse, type PulseRow, putPulse } from "../rows/pulse.table.ts";
import { clearTombstone, deletions, type TombstoneRow } from "../rows/tombstone.table.ts";

export interface Decision {
  /** The pulse and the shapes that go with it, for one transaction. */
  writes: Write[];
  growth: Growth;
  /** Ids of what the source may not take over. */
  refused: Set<string>;
}

/** What is decided of one deployment. */
interface Verdict {
  /** Whether the source's word about it counts now. */
  counts: boolean;
  /** Whether its word never will, as long as things are as they are. */
  refused: boolean;
  /** The pulses of another owner that tell of it. */
  telling: PulseRow[];
}

/** What a page changes, by what is stored now. */
export async function decide(
  house: House,
  commit: PageCommit,
  before: PulseRow | undefined,
): Promise<Decision> {
  const { organization, page, next, onCreate, authority } = commit;
  const found = await house.table.batchGet(page.map(({ id }) => deploymentKey(organization, id)));
  const rows = found.map((row) => row && readSummary(row));
  const verdicts = await judge(house, commit, rows);
  const creator = await authority.creator();
  const shapes = page.flatMap((observation, index) =>
    verdicts[index]?.counts
      ? shapeWrites(commit, observation, index, rows[index], before, creator?.accountId)
      : [],
  );
  const created = verdicts.filter(({ counts }, index) => counts && !rows[index]).length;
  // Whoever owned one of them until now must look again at its next report.
  const former = new Set(verdicts.flatMap(({ counts, telling }) => (counts ? telling : [])));
  const owned = next.entries.filter((_, index) => verdicts[index]?.counts);
  const refused = next.entries.filter((_, index) => verdicts[index]?.refused);
  const writes = [
    putPulse(commit, before, { owned, refused }),
    ...shapes,
    ...[...former].map((pulse) => invalidatePulse(pulse, house.random)),
    // A new pulse asks too: a report that was on its way while its key was revoked must leave nothing behind.
    ...((created > 0 || !before) && onCreate ? [onCreate(created)] : []),
  ];
  const databases = databasesIn(owned) - databasesOfPulse(before);
  const ids = page.flatMap(({ id }, index) => (verdicts[index]?.refused ? [id] : []));
  return { writes, growth: { deployments: created, databases }, refused: new Set(ids) };
}

async function judge(
  house: House,
  commit: PageCommit,
  rows: readonly (SummaryRow | undefined)[],
): Promise<Verdict[]> {
  const { organization, source, page, measuredAt, next, authority } = commit;
  const missing = page.flatMap(({ id }, index) => (rows[index] ? [] : [id]));
  const [others, deleted] = await Promise.all([
    otherPulses(house, organization, source, rows),
    deletions(house, organization, missing),
  ]);
  return await Promise.all(
    page.map(async ({ id }, index): Promise<Verdict> => {
      const row = rows[index];
      if (!row) return await judgeMissing(commit, deleted.get(id));
      if (row.owner === ownerOf(source)) return { telling: [], counts: row.at <= measuredAt, refused: false };
      const telling = pulsesTelling(others, row, id);
      if (!(await mayTakeOver(source, authority, row))) return { telling, counts: false, refused: true };
      return { telling, counts: takesOver(source, row, telling, next.rx), refused: false };
    }),
  );
}

/** One that is not there: what was deleted comes back with what was measured later, by whoever may bring it back. */
async function judgeMissing(
  { source, measuredAt, authority }: PageCommit,
  deleted: TombstoneRow | undefined,
): Promise<Verdict> {
  const refused = deleted !== undefined && !(await mayBringBack(source, authority, deleted));
  return { telling: [], counts: !refused && measuredAt > (deleted?.at ?? 0), refused };
}

/**
 * The writes for a deployment whose word counts, unless its row says the same already. One that this pulse did not
 * tell before is written all the same: whoever deletes it at this moment, or takes it over, must notice.
 */
function shapeWrites(
  { organization, source, measuredAt, fingerprints, next }: PageCommit,
  observation: Observation,
  index: number,
  row: SummaryRow | undefined,
  before: PulseRow | undefined,
  createdBy: string | undefined,
): Write[] {
  const { id, databases, license, cloudSubscription, gaps } = observation;
  const shape = fingerprints[index] ?? "";
  const owner = ownerOf(source);
  const told = entriesOf(before);
  if (row?.shape === shape && row.owner === owner && told.has(id)) return [];
  const known = row ? (told.get(id) ?? (JSON.parse(row.last) as Figures)) : unknownFigures;
  const last = figuresOf(databases) ?? known;
  const itemBefore = row && (JSON.parse(row.item) as DeploymentListItem);
  const item = toItem(organization, source.kind, observation, last[0], next.rx, itemBefore);
  const written = { item: writeItem(item), shape, owner, at: measuredAt, last: JSON.stringify(last) };
  return [
    putSummary(organization, id, { ...written, ...authorship(source.id, createdBy, row) }, row),
    ...(row ? [] : [clearTombstone(organization, id, measuredAt)]),
    ...(databases
      ? [putDetail(organization, id, { databases, license, cloudSubscription }, gaps)]
      : gaps
        ? [putGaps(organization, id, gaps)]
        : []),
  ];
}

/** Whoever a row from before is taken over from, and whose account is not stored there, is nobody's from then on. */
const unknown = "-";

/** Which account stands behind the owner of a row, and which source and account it goes back to. */
function authorship(sourceId: string, createdBy: string | undefined, row: SummaryRow | undefined) {
  if (!row) return { ownerBy: createdBy, origin: sourceId, originBy: createdBy };
  const isOwn = sourceOfOwner(row) === sourceId;
  const ownerBy = createdBy ?? (isOwn ? row.ownerBy : undefined);
  return { ownerBy, origin: originOf(row), originBy: creatorOf(row) ?? (isOwn ? ownerBy : unknown) };
}
