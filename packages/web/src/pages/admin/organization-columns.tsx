import { LoaderCircle } from "lucide-react";
import { Link } from "react-router-dom";
import type { OrganizationListItem } from "@shardwatch/core/contract/people/organization";
import { paths } from "../../lib/address/paths.ts";
import type { OpenDialog } from "../../ui/popup/use-dialog.ts";
import { Badge } from "../../ui/text/Badge.tsx";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { ManagedBadge } from "../../ui/text/ManagedBadge.tsx";
import { actionsColumn } from "../../ui/table/ActionsMenu.tsx";
import type { Column } from "../../ui/table/rows.ts";
import { textLinkClass } from "../../ui/text/TextLink.tsx";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";
import { DeleteOrganizationDialog } from "./DeleteOrganizationDialog.tsx";
import { OrganizationDialog } from "./OrganizationDialog.tsx";
import { rowActions } from "./row-actions.ts";
import { counted } from "../../lib/words/count.ts";

/** How far the deletion of an organization is. */
function DeletionProgress({ begunAt, deletedRows, allRows }: NonNullable<OrganizationListItem["deletion"]>) {
  const done =
    allRows === null
      ? counted(deletedRows, "row")
      : `${Math.floor((100 * deletedRows) / Math.max(1, allRows))}% of ${counted(allRows, "row")}`;
  return (
    <span className="figures text-sm text-muted">
      {done} deleted, begun <TimeAgo date={begunAt} />
    </span>
  );
}

/** The columns of the organizations; `names` has their labels, by id. */
export const organizationColumns = (
  open: OpenDialog,
  names: ReadonlyMap<string, string>,
): Column<OrganizationListItem>[] => [
  {
    id: "name",
    header: "Name",
    width: "lg:w-[28%]",
    cell: ({ id, name, managedBy, deleting, deletion }) => (
      <span className="flex min-w-0 flex-wrap items-center gap-2">
        <Foreign className="min-w-0 font-medium break-words">{names.get(id) ?? name}</Foreign>
        {managedBy && <ManagedBadge />}
        {deleting && <Badge icon={LoaderCircle}>Being deleted</Badge>}
        {deletion && <DeletionProgress {...deletion} />}
      </span>
    ),
  },
  {
    id: "description",
    header: "Description",
    width: "lg:w-[36%]",
    cell: ({ description }) =>
      description ? (
        <span className="line-clamp-3 break-words text-muted">{description}</span>
      ) : (
        <span className="text-faint">No description</span>
      ),
  },
  {
    id: "created",
    header: "Created",
    width: "lg:w-[15%]",
    cell: ({ createdAt }) => <TimeAgo date={createdAt} />,
  },
  {
    id: "members",
    header: "Members",
    width: "lg:w-[15%]",
    cell: ({ id, name, deleting }) =>
      deleting ? null : (
        <Link
          to={paths.adminAccounts(id)}
          className={textLinkClass}
          aria-label={`Show accounts of ${names.get(id) ?? name}`}
        >
          Show accounts
        </Link>
      ),
  },
  actionsColumn(
    ({ id, name }) => names.get(id) ?? name,
    (organization) =>
      rowActions(
        organization,
        () => open((close) => <OrganizationDialog organization={organization} onClose={close} />),
        () => open((close) => <DeleteOrganizationDialog organization={organization} onClose={close} />),
      ),
  ),
];
