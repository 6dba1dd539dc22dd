import { type ChangeMemory, packMemory, unpackMemory } from "../../changes/memory.ts";
import { type Happening, recordChange } from "../../changes/record.ts";
import type { Database, DeploymentListItem } from "../../contract/deployment/deployment.ts";
import type { Row } from "../../table/row.ts";
import type { Write } from "../../table/table.ts";
import {
  amendDetail,
  amended,
  creatorOf,
  detailKind,
  detailRow,
  isRead,
  originOf,
  putDetail,
  putSummary,
  readDetail,
  sourceOfOwner,
  type SummaryRow,
} from "../rows/deployment.table.ts";
import { type Figures, figuresOf, packLast, readLast, unknownFigures } from "../rows/figures.ts";
import { writeItem } from "../rows/item-text.ts";
import { toItem } from "../rows/item.ts";
import { type Observation, shapeOf, shapeVersion } from "../rows/observation.ts";
import { ownerOf, viaOf } from "../rows/owner.ts";
import { rememberOwner } from "../rows/past-owners.ts";
import type { PulseRow } from "../rows/pulse.table.ts";
import { type ReplicaCount, replicasAfter, replicasOfOlderRow } from "../rows/replicas.ts";
import { clearTombstone } from "../rows/tombstone.table.ts";
import type { PageCommit } from "./source-report.ts";
import { diff, type Shape } from "../../changes/diff.ts";
import type { FieldEntry } from "../../changes/field-entry.ts";
import { ownFactsOf } from "../../contract/deployment/parts.ts";
import { readHealth } from "../rows/agent-health.ts";

/** A deployment as it is stored: its item, and the row of its detail. */
export interface Stored {
  item: DeploymentListItem;
  detail: Row | undefined;
}

/** What read a shape: our own version, and an agent's. A later one may know more of the same server. */
export const readerOf = ({ agent }: Pick<PageCommit, "agent">): string =>
  [shapeVersion, ...(agent === undefined ? [] : [readHealth(agent).version])].join(" ");

/** The fields that a report changes, and what the deployment remembers of earlier changes. */
export function changedFields(
  before: Stored,
  after: Stored,
  reader: string,
): { fields: FieldEntry[]; memory: ChangeMemory } {
  const changes = before.detail && detailKind.read(before.detail).changes;
  const memory = unpackMemory(changes);
  const [was, is] = [storedShape(before.item, before.detail), storedShape(after.item, after.detail)];
  // What is read for the first time is no change.
  const own = Object.entries(is.own).filter(([field]) => was.detail || field in was.own);
  const fields = diff(was, { ...is, own: Object.fromEntries(own) }, memory?.reader === reader);
  return { fields, memory: { ...memory, reader } };
}

/**
 * What a stored deployment looks like, in the parts that the feed of changes compares.
 * @param detail the row of its detail; undefined before there is one
 */
function storedShape(item: DeploymentListItem, detail: Row | undefined): Shape {
  const { name, type, status, statusMessage, via } = item;
  const { gaps, certificateEnd, replicas: _, ...content } = readDetail(detail);
  const own = { name, status, statusMessage, source: via, gaps };
  // A source that has never read a server does not know its type either.
  if (!isRead(detail)) return { own };
  return { own: { ...own, type, ...ownFactsOf(item), certificateEnd }, detail: content };
}

/** The writes of one deployment of a page. They belong into one transaction. */
export interface DeploymentPlan {
  id: string;
  name: string;
  /** Whether the deployment appears with them. */
  isNew: boolean;
  writes: Write[];
  /** The pulses of its former owner, which must compare with what is stored at their next report. */
  pulsesOfOwnerBefore: readonly PulseRow[];
}

/** A deployment of a page, as it is reported and as it is stored. */
export interface Planned {
  observation: Observation;
  fingerprint: string;
  /** Its row; undefined for a new deployment. */
  row: SummaryRow | undefined;
  /** The row of its detail, if there is one. */
  detail: Row | undefined;
  /** Whether the pulse held it before, and with which figures. */
  wasInPulse: boolean;
  figures: Figures | undefined;
  /** The pulses of its owner that hold it, if that is another source. */
  pulsesOfOwnerBefore: readonly PulseRow[];
}

/** A change that a page of a report causes. */
export const happeningOf = ({ organization, source, next }: PageCommit): Happening => ({
  organization,
  at: next.receivedAt,
  by: { via: viaOf(source), source: source.kind },
});

/**
 * The writes for a deployment that the source may write. Undefined if its row has the same fingerprint and
 * owner, and the pulse held it before. A deployment that is new in the pulse is always written, so that a
 * concurrent deletion or take-over fails.
 * @param createdBy the account that created the source; undefined when the source has just been revoked
 * @param born id of the change with which new deployments of this page appear
 */
export function planDeployment(
  commit: PageCommit,
  { observation, fingerprint, row, detail, wasInPulse, figures, pulsesOfOwnerBefore }: Planned,
  createdBy: string | undefined,
  born: string,
): DeploymentPlan | undefined {
  const { organization, source, measuredAt, next } = commit;
  const { id, name, databases } = observation;
  const owner = ownerOf(source);
  if (row?.fingerprint === fingerprint && row.owner === owner && wasInPulse) return undefined;
  const known = row ? (figures ?? readLast(row.last)) : unknownFigures;
  const last = figuresOf(databases) ?? known;
  const before = row && (JSON.parse(row.item) as DeploymentListItem);
  const item = toItem(organization, source, observation, last, next.receivedAt, before);
  const content = {
    item: writeItem(item),
    fingerprint,
    measuredAt,
    last: packLast(last),
    born: row ? row.born : next.receivedAt,
    former: rememberOwner(row, owner, next.receivedAt),
  };
  const author = authorship(source.id, createdBy, row);
  const put = putSummary(organization, id, { ...content, owner, ...author }, row);
  const replicas = replicasOf(observation, { before, detail }, next.receivedAt);
  const read = detailRowOf(observation, detail, replicas);
  const remember = (memory: ChangeMemory) => {
    const changes = packMemory(memory);
    return read
      ? putDetail(organization, id, read, changes)
      : amendDetail(organization, id, observation, changes);
  };
  const reader = readerOf(commit);
  if (!before) {
    const writes = [put, clearTombstone(organization, id, measuredAt), remember({ reader, born })];
    return { id, name, isNew: true, writes, pulsesOfOwnerBefore };
  }
  const after = read ?? amended(detail, observation);
  const { fields, memory } = changedFields({ item: before, detail }, { item, detail: after }, reader);
  const change = recordChange(happeningOf(commit), [id, item.name], fields, memory);
  return {
    id,
    name,
    isNew: false,
    writes: [put, remember(change.memory), ...change.writes],
    pulsesOfOwnerBefore,
  };
}

/** The attributes of the detail of a server that was read; undefined for one that could not be read. */
function detailRowOf(observation: Observation, before: Row | undefined, replicas: ReplicaCount | undefined) {
  const { databases, gaps, license, cloudSubscription, nodes, shards, detailedHistory } = observation;
  if (!databases) return undefined;
  const detail = { license, cloudSubscription, nodes, shards, detailedHistory };
  const end = observation.certificateEnd ?? knownEnd(databases, before);
  const beside = { gaps, certificateEnd: end, replicas };
  return detailRow({ databases: databases.map(shapeOf), ...detail }, beside);
}

/** What is remembered of its replicas. Rows of 0.3.0 do not, but have the count itself. */
function replicasOf(
  { databases }: Observation,
  { before, detail }: { before: DeploymentListItem | undefined; detail: Row | undefined },
  now: number,
): ReplicaCount | undefined {
  if (!databases) return undefined;
  if (!before || !detail) return replicasAfter(undefined, databases, now);
  const stored = readDetail(detail);
  const known = stored.replicas ?? replicasOfOlderRow(stored.databases, Date.parse(before.lastUpdated));
  return replicasAfter(known, databases, now);
}

/**
 * The known end of the certificate, for a source that does not say it now. A server may be unreachable just because its
 * certificate has ended. Servers without TLS have none.
 */
const knownEnd = (databases: readonly Database[], before: Row | undefined) =>
  before && databases.some(({ tlsEnabled }) => tlsEnabled !== false)
    ? detailKind.read(before).certificateEnd
    : undefined;

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
