import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { OrganizationId } from "../../access/scope.ts";
import type { CloudSubscription, Database, License } from "../../contract/deployment.ts";
import { cleanJson } from "../../kit/foreign-text.ts";
import { Problem } from "../../kit/problem.ts";
import { deploymentById, deploymentDetailKey, deploymentKey } from "../../table/keys.ts";
import type { Condition } from "../../table/expression.ts";
import type { Row, Write } from "../../table/table.ts";

/** The row that lists read: its content is one JSON string, so that reading it costs as little as can be. */
export interface SummaryRow {
  sk: string;
  /** A DeploymentListItem as `writeItem` writes it. */
  item: string;
  /** Fingerprint of what changes rarely. */
  shape: string;
  /** Which source's word it is, as `ownerOf` writes it: one of several that watch the same server. */
  owner: string;
  /** Id of the account that created the owner's source; absent in rows from before it was stored. */
  ownerBy?: string | undefined;
  /** Id of the source that created this row, where that is not the owner's. */
  origin?: string | undefined;
  /** Id of the account that created that source, where it is not `ownerBy`. */
  originBy?: string | undefined;
  /** When that was measured, by the source's clock; Unix epoch in milliseconds. */
  at: number;
  /** JSON of Figures: the last ones known, for when no pulse has any. */
  last: string;
}

/** Id of the source that a row's owner is an instance of. */
export const sourceOfOwner = ({ owner }: Pick<SummaryRow, "owner">): string =>
  owner.slice(0, owner.indexOf("#"));

/** Id of the source that created a row. */
export const originOf = (row: Pick<SummaryRow, "owner" | "origin">): string =>
  row.origin ?? sourceOfOwner(row);

/** The account that created that source; undefined for a row from before it was stored. */
export const creatorOf = ({ ownerBy, originBy }: Pick<SummaryRow, "ownerBy" | "originBy">) =>
  originBy ?? ownerBy;

/** What only the detail shows; beside the summary, so that lists do not pay for it. */
export interface Detail {
  databases: Database[];
  license: License | null;
  cloudSubscription: CloudSubscription | null;
}

/** Of a deployment that could never be read so far. */
const noDetail: Detail = { databases: [], license: null, cloudSubscription: null };

export const readSummary = (row: Row): SummaryRow => row as unknown as SummaryRow;

/** Thousands of databases compress to about a tenth: a row may have 400 KB. */
export function readDetail(row: Row | undefined): Detail & { gaps: string[] } {
  const gaps = JSON.parse(cleanJson((row?.["gaps"] as string | undefined) ?? "[]")) as string[];
  if (!row?.["detail"]) return { ...noDetail, gaps };
  const detail = inflateRawSync(row["detail"] as Uint8Array).toString();
  return { ...(JSON.parse(cleanJson(detail)) as Detail), gaps };
}

const unchanged = (before: SummaryRow): Condition[] =>
  (["at", "shape", "owner"] as const).map((attribute) => ({ attribute, is: "=", value: before[attribute] }));

/** Removes the row on the condition that it is still as it was `before`. */
export function deleteSummary(organization: OrganizationId, id: string, before: SummaryRow): Write {
  return { delete: deploymentKey(organization, id), when: unchanged(before) };
}

/** The owner of a deployment whose source has left the organization without it. */
const noOwner = "-#-";

/**
 * Leaves a deployment behind whose owner's source goes to another organization: whoever created it may report it again, as
 * may admins.
 */
export function releaseSummary(organization: OrganizationId, id: string, before: SummaryRow): Write {
  const set = { owner: noOwner, ownerBy: creatorOf(before), origin: originOf(before) };
  const change = { set, remove: ["originBy"] };
  return { update: deploymentKey(organization, id), change, when: unchanged(before) };
}

/** As long as the source that created a row owns it, its origin takes no space. */
function originApart(row: Omit<SummaryRow, "sk">) {
  return {
    origin: row.origin === sourceOfOwner(row) ? undefined : row.origin,
    originBy: row.originBy === row.ownerBy ? undefined : row.originBy,
  };
}

/** Writes the row on the condition that it is still as it was `before`. */
export function putSummary(
  organization: OrganizationId,
  id: string,
  row: Omit<SummaryRow, "sk">,
  before: SummaryRow | undefined,
): Write {
  return {
    put: {
      ...deploymentKey(organization, id),
      gsi1pk: deploymentById(id),
      gsi1sk: "DEPLOYMENT",
      ...row,
      ...originApart(row),
    },
    when: before ? unchanged(before) : [{ exists: false }],
  };
}

/**
 * A row may have 400 KB, and gaps can take 36 of them; what is larger could never be stored, however often it is
 * sent.
 */
const largestDetail = 370_000;

/** Throws tooLarge for more databases than a row holds. */
export function putDetail(
  organization: OrganizationId,
  id: string,
  detail: Detail,
  gaps: readonly string[] = [],
): Write {
  const compressed = deflateRawSync(JSON.stringify(detail));
  if (compressed.length > largestDetail)
    throw new Problem("tooLarge", "A deployment has more databases than can be stored.", {
      details: ["databases: must be fewer, or have shorter names"],
    });
  const missing = gaps.length > 0 && { gaps: JSON.stringify(gaps) };
  return { put: { ...deploymentDetailKey(organization, id), detail: compressed, ...missing } };
}

/** What could not be read, beside databases that stay as they were because they could not be read either. */
export function putGaps(organization: OrganizationId, id: string, gaps: readonly string[]): Write {
  return {
    update: deploymentDetailKey(organization, id),
    change: { set: { gaps: JSON.stringify(gaps) } },
  };
}
