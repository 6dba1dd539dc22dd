import type { Services } from "../../access/context.ts";
import type { DeploymentListItem } from "../../contract/deployment.ts";
import type { Write } from "../../table/table.ts";
import { deploymentKey } from "../rows/deployment.keys.ts";
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
import { type Figures, figuresOf, idOfEntry, packLast, readLast, unknownFigures } from "../rows/figures.ts";
import { invalidateFleetRest } from "../rows/fleet.table.ts";
import { writeItem } from "../rows/item-text.ts";
import { toItem } from "../rows/item.ts";
import { type Observation, shapeOf } from "../rows/observation.ts";
import { ownerOf } from "../rows/owner.ts";
import { rememberOwner } from "../rows/past-owners.ts";
import { entriesOf, invalidatePulse, type PulseRow, putPulse } from "../rows/pulse.table.ts";
import type { Usage } from "../rows/quota.table.ts";
import { clearTombstone } from "../rows/tombstone.table.ts";
import { mayWrite } from "./ownership.ts";
import { growthsOf } from "./quota.ts";
import type { PageCommit } from "./source-report.ts";

/** The writes of a page, and their effects. */
export interface PagePlan {
  /** The pulse and the deployments that go with it, for one transaction. */
  writes: Write[];
  /** What each deployment adds to the organization's usage, by id. */
  growths: ReadonlyMap<string, Usage>;
  /** Ids of the deployments that the source may not take over or bring back. */
  refused: ReadonlySet<string>;
}

/** Plans the transaction for a page from what is stored now. */
export async function planPage(
  services: Services,
  commit: PageCommit,
  before: PulseRow | undefined,
): Promise<PagePlan> {
  const { organization, page, next, onCreate, authority } = commit;
  const found = await services.table.batchGet(page.map(({ id }) => deploymentKey(organization, id)));
  const rows = found.map((row) => row && readSummary(row));
  const permissions = await mayWrite(services, commit, rows);
  const creator = await authority.creator();
  const entriesBefore = entriesOf(before);
  const deployments = page.flatMap((observation, index) =>
    permissions[index]?.allowed
      ? deploymentWrites(commit, observation, index, rows[index], entriesBefore, creator?.accountId)
      : [],
  );
  const created = permissions.filter(({ allowed }, index) => allowed && !rows[index]).length;
  // The former owner of a deployment must compare with what is stored at its next report.
  const former = new Set(permissions.flatMap(({ allowed, holding }) => (allowed ? holding : [])));
  const owned = next.entries.filter((_, index) => permissions[index]?.allowed);
  const refused = next.entries.filter((_, index) => permissions[index]?.refused);
  const staying = new Set(owned.map(idOfEntry));
  const isLeft = [...entriesBefore.keys()].some((id) => !staying.has(id));
  const writes = [
    putPulse(commit, before, { owned, refused }),
    ...deployments,
    ...(isLeft ? [invalidateFleetRest(organization, services.random)] : []),
    ...[...former].map((pulse) => invalidatePulse(pulse, services.random)),
    // A report that was received before its key was revoked must not leave a new pulse behind.
    ...((created > 0 || !before) && onCreate ? [onCreate(created)] : []),
  ];
  const ids = page.flatMap(({ id }, index) => (permissions[index]?.refused ? [id] : []));
  return { writes, growths: growthsOf(commit, rows, permissions), refused: new Set(ids) };
}

/**
 * The writes for a deployment that the source may write. There are none if its row has the same fingerprint
 * and owner, and the pulse held it before. A deployment that is new in the pulse is always written, so that a
 * concurrent deletion or take-over fails.
 * @param entriesBefore the deployments of the pulse before, with their figures
 */
function deploymentWrites(
  { organization, source, measuredAt, fingerprints, next }: PageCommit,
  observation: Observation,
  index: number,
  row: SummaryRow | undefined,
  entriesBefore: ReadonlyMap<string, Figures | undefined>,
  createdBy: string | undefined,
): Write[] {
  const { id, databases, license, cloudSubscription, gaps, nodes, shards } = observation;
  const fingerprint = fingerprints[index] ?? "";
  const owner = ownerOf(source);
  if (row?.fingerprint === fingerprint && row.owner === owner && entriesBefore.has(id)) return [];
  const known = row ? (entriesBefore.get(id) ?? readLast(row.last)) : unknownFigures;
  const last = figuresOf(databases) ?? known;
  const itemBefore = row && (JSON.parse(row.item) as DeploymentListItem);
  const item = toItem(organization, source, observation, last, next.receivedAt, itemBefore);
  const content = {
    item: writeItem(item),
    fingerprint,
    measuredAt,
    last: packLast(last),
    born: row ? row.born : next.receivedAt,
    former: rememberOwner(row, owner, next.receivedAt),
  };
  const detail = databases && {
    databases: databases.map(shapeOf),
    license,
    cloudSubscription,
    nodes,
    shards,
  };
  return [
    putSummary(organization, id, { ...content, owner, ...authorship(source.id, createdBy, row) }, row),
    ...(row ? [] : [clearTombstone(organization, id, measuredAt)]),
    ...(detail ? [putDetail(organization, id, detail, gaps)] : []),
    ...(!detail && gaps ? [putGaps(organization, id, gaps)] : []),
  ];
}

/** The creator of a deployment whose row has no accounts, once another source takes it over. */
const unknownAccount = "-";

/**
 * The accounts and the origin in a deployment's row. `ownerBy` created the source that writes the row.
 * `origin` is the source that created the deployment, and `originBy` created that source.
 * @param sourceId of the source that writes the row
 * @param createdBy the account that created that source; undefined when the source has just been revoked
 * @param row as it is before; undefined for a new deployment
 */
export function authorship(
  sourceId: string,
  createdBy: string | undefined,
  row: Pick<SummaryRow, "owner" | "ownerBy" | "origin" | "originBy"> | undefined,
) {
  if (!row) return { ownerBy: createdBy, origin: sourceId, originBy: createdBy };
  const isOwn = sourceOfOwner(row) === sourceId;
  const ownerBy = createdBy ?? (isOwn ? row.ownerBy : undefined);
  return { ownerBy, origin: originOf(row), originBy: creatorOf(row) ?? (isOwn ? ownerBy : unknownAccount) };
}
