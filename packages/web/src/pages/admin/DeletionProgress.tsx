import type { OrganizationListItem } from "@shardwatch/core/contract/people/organization";
import { counted } from "../../lib/words/count.ts";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";

/** How far the deletion of an organization is. */
export function DeletionProgress({
  begunAt,
  deletedRows,
  allRows,
}: NonNullable<OrganizationListItem["deletion"]>) {
  const done =
    allRows === null
      ? counted(deletedRows, "row")
      : `${Math.floor((100 * deletedRows) / Math.max(1, allRows))} % of ${counted(allRows, "row")}`;
  return (
    <span className="figures text-sm text-muted">
      {done} deleted, begun <TimeAgo date={begunAt} />
    </span>
  );
}
