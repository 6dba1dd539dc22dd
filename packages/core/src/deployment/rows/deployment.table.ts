import { inflateRawSync } from "node:zlib";
import type { OrganizationId } from "../../access/scope.ts";
import { cleanJson } from "../../kit/foreign-text.ts";
import type { Change, Condition } from "../../table/expression.ts";
import { bytes, number, optional, text } from "../../table/field.ts";
import { type Row, RowKind, type RowOf } from "../../table/row.ts";
import type { Write } from "../../table/table.ts";
import { deploymentById, deploymentDetailKey, deploymentKey } from "./deployment.keys.ts";
import { noOwner, rememberOwner } from "./past-owners.ts";
import { readReplicas, type ReplicaCount, writeReplicas } from "./replicas.ts";
import { type Detail, storeDetail } from "./stored-detail.ts";

/**
 * The row that lists read. Its content is one JSON string, so that reading it costs as little as possible.
 */
export const summaryKind = new RowKind("summary", 1, {
  /** A DeploymentListItem as `writeItem` writes it. */
  item: text(),
  /** Fingerprint of the deployment's shape. */
  fingerprint: text("shape"),
  /**
   * The source and instance that own the deployment, as `ownerOf` writes them. Others may report the same
   * server.
   */
  owner: text(),
  /** Id of the account that created the owner's source; absent in older rows. */
  ownerBy: optional(text()),
  /** Id of the source that created this row; absent when it is the owner's. */
  origin: optional(text()),
  /** Id of the account that created the origin; absent when it equals `ownerBy`. */
  originBy: optional(text()),
  /** When the row was created, Unix epoch in milliseconds; absent in older rows. */
  born: optional(number()),
  /** The owners of the last three days before this one, as `rememberOwner` writes them. */
  former: optional(text()),
  /** When the row's data was measured, by the source's clock; Unix epoch in milliseconds. */
  measuredAt: number("at"),
  /** The last known figures, as `packLast` writes them, for when no pulse has any. */
  last: text(),
});

export type SummaryRow = RowOf<typeof summaryKind>;

/** The part of a summary that names the owner and the creators. */
export const authorship = summaryKind.part("owner", "ownerBy", "originBy");

/** The part of a summary that says whose five-minute values count, and the licence. */
export const pastPart = summaryKind.part("item", "owner", "born", "former");

/** The source's id in a row's owner. */
export const sourceOfOwner = ({ owner }: Pick<SummaryRow, "owner">): string =>
  owner.slice(0, owner.indexOf("#"));

/** Id of the source that created a row. */
export const originOf = (row: Pick<SummaryRow, "owner" | "origin">): string =>
  row.origin ?? sourceOfOwner(row);

/** The account that created the origin; undefined for an older row. */
export const creatorOf = ({ ownerBy, originBy }: Pick<SummaryRow, "ownerBy" | "originBy">) =>
  originBy ?? ownerBy;

export const detailKind = new RowKind("detail", 1, {
  /** JSON of Detail, deflated; absent until the deployment has been read once. */
  detail: optional(bytes()),
  /** JSON of the gaps: what the source could not read. */
  gaps: optional(text()),
  /** When the first of the servers' certificates ends, ISO 8601; absent when it was never known, or without TLS. */
  certificateEnd: optional(text()),
  /** As `writeReplicas` writes it; absent while no primary had a replica. */
  replicas: optional(text()),
  /** What the next change of the deployment needs to know, as `packMemory` writes it. */
  changes: optional(bytes()),
});

/** The detail of a deployment that has never been read. */
const noDetail: Detail = { databases: [], license: null, cloudSubscription: null };

export const readSummary = summaryKind.read;

/** Inflates the detail. Thousands of databases compress to about a tenth, and a row may have 400 KB. */
export function readDetail(row: Row | undefined): Detail & BesideDetail {
  const { detail, gaps: missing = "[]", certificateEnd, replicas } = row ? detailKind.read(row) : {};
  const gaps = JSON.parse(cleanJson(missing)) as string[];
  const beside = {
    gaps,
    ...(certificateEnd !== undefined && { certificateEnd }),
    ...(replicas !== undefined && { replicas: readReplicas(replicas) }),
  };
  if (!detail) return { ...noDetail, ...beside };
  return { ...(JSON.parse(cleanJson(inflateRawSync(detail).toString())) as Detail), ...beside };
}

/** What is known of a deployment's servers also while its databases cannot be read. */
interface BesideDetail {
  gaps: string[];
  certificateEnd?: string;
  replicas?: ReplicaCount;
}

/** Whether a detail's row holds databases. It does not until the deployment has been read once. */
export const isRead = (row: Row | undefined): boolean =>
  row !== undefined && detailKind.read(row).detail !== undefined;

const unchanged = ({ measuredAt, fingerprint, owner }: SummaryRow): Condition[] =>
  summaryKind.equals({ measuredAt, fingerprint, owner });

/** Stores the last figures in the row, on the condition that nothing newer was written to it. */
export function keepFigures(
  { measuredAt }: SummaryRow,
  figures: Pick<SummaryRow, "item" | "last">,
): { change: Change; when: Condition[] } {
  return { change: { set: summaryKind.changes(figures) }, when: summaryKind.equals({ measuredAt }) };
}

/** Removes the row on the condition that it is still as it was `before`. */
export function deleteSummary(organization: OrganizationId, id: string, before: SummaryRow): Write {
  return { delete: deploymentKey(organization, id), when: unchanged(before) };
}

/**
 * Leaves a deployment without an owner when its source moves to another organization. Its creator's sources
 * and those of admins may report it again.
 * @param item the row's item without the source that reported it
 */
export function releaseSummary(
  organization: OrganizationId,
  id: string,
  item: string,
  before: SummaryRow,
  now: number,
): Write {
  const former = rememberOwner(before, noOwner, now);
  const author = { owner: noOwner, ownerBy: creatorOf(before), origin: originOf(before) };
  const set = summaryKind.changes({ ...author, item, former });
  const change = { set, remove: [summaryKind.attribute.originBy] };
  return { update: deploymentKey(organization, id), change, when: unchanged(before) };
}

/** Drops the origin while the source that created a row owns it: it would only take space. */
function withoutKnownOrigin(row: SummaryRow): SummaryRow {
  return {
    ...row,
    origin: row.origin === sourceOfOwner(row) ? undefined : row.origin,
    originBy: row.originBy === row.ownerBy ? undefined : row.originBy,
  };
}

/** Writes the row on the condition that it is still as it was `before`. */
export function putSummary(
  organization: OrganizationId,
  id: string,
  row: SummaryRow,
  before: SummaryRow | undefined,
): Write {
  const { set, remove } = summaryKind.replace(withoutKnownOrigin(row));
  const index = { gsi1pk: deploymentById(id), gsi1sk: "DEPLOYMENT" };
  return {
    update: deploymentKey(organization, id),
    change: { set: { ...index, ...set }, remove },
    when: before ? unchanged(before) : [{ exists: false }],
  };
}

/** The attributes of a deployment's detail, as much of it as a row holds. */
export function detailRow(
  detail: Detail,
  { gaps = [], certificateEnd, replicas }: Amendment & { replicas?: ReplicaCount | undefined },
): Row {
  const stored = storeDetail(detail, gaps);
  return detailKind.write({
    detail: stored.detail,
    certificateEnd,
    replicas: replicas && writeReplicas(replicas),
    ...(stored.gaps.length > 0 && { gaps: JSON.stringify(stored.gaps) }),
  });
}

/** What a source says beside databases that it could not read. What is undefined stays as it is. */
interface Amendment {
  gaps?: readonly string[] | undefined;
  certificateEnd?: string | undefined;
}

/** The attributes of a detail after an amendment. The databases stay the same. */
export const amended = (row: Row | undefined, amendment: Amendment): Row => ({
  ...row,
  ...packAmendment(amendment),
});

const packAmendment = ({ gaps, certificateEnd }: Amendment) =>
  detailKind.changes({
    ...(gaps && { gaps: JSON.stringify(gaps) }),
    ...(certificateEnd !== undefined && { certificateEnd }),
  });

/**
 * The write of a whole detail.
 * @param row as `detailRow` returns it
 * @param changes as `packMemory` returns it
 */
export const putDetail = (
  organization: OrganizationId,
  id: string,
  row: Row,
  changes: Uint8Array,
): Write => ({
  update: deploymentDetailKey(organization, id),
  change: detailKind.replaceWith({ ...row, ...detailKind.changes({ changes }) }),
});

/** The write of what is beside databases that were not read. */
export function amendDetail(
  organization: OrganizationId,
  id: string,
  amendment: Amendment,
  changes: Uint8Array,
): Write {
  const change = { set: { ...packAmendment(amendment), ...detailKind.changes({ changes }) } };
  return { update: deploymentDetailKey(organization, id), change };
}

/** The attributes of a detail for another organization, which has none of its changes. */
export function withoutChanges(row: Row): Row {
  const { [detailKind.attribute.changes]: _, ...rest } = row;
  return rest;
}
