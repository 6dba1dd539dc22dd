import { creatorOf, originOf, sourceOfOwner, type SummaryRow } from "../rows/deployment.table.ts";

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
