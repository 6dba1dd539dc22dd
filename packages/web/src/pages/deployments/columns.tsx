import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { formatCount } from "../../lib/count.ts";
import type { Column } from "../../ui/rows.ts";
import { TimeAgo } from "../../ui/TimeAgo.tsx";
import { day, shardFigures, typeLabel } from "./describe.ts";
import { NameCell } from "./NameCell.tsx";
import { OrganizationName } from "./OrganizationName.tsx";
import { RowMenu } from "./RowMenu.tsx";
import { ShardCell } from "./ShardCell.tsx";
import { SourceBadge } from "../../sources/SourceBadge.tsx";
import { StatusCell } from "./StatusCell.tsx";

interface ColumnOptions {
  addressOf: (deployment: DeploymentListItem) => string;
  /** Left out for people who may not delete. */
  onDelete: ((deployment: DeploymentListItem) => void) | undefined;
  /** Whether the rows are of more than one organization. */
  everywhere: boolean;
}

/** Every column of the list. A sortable one has the id of the field that it is sorted by. */
export function deploymentColumns({
  addressOf,
  onDelete,
  everywhere,
}: ColumnOptions): Column<DeploymentListItem>[] {
  const organization: Column<DeploymentListItem> = {
    id: "organization",
    header: "Organization",
    width: "lg:w-40",
    cell: ({ organizationId }) => <OrganizationName id={organizationId} />,
  };
  return [
    {
      id: "name",
      header: "Name",
      sortable: true,
      width: "max-lg:w-full",
      cell: (deployment) => <NameCell deployment={deployment} address={addressOf(deployment)} />,
    },
    ...(everywhere ? [organization] : []),
    {
      id: "type",
      header: "Type",
      sortable: true,
      width: "lg:w-34",
      cell: ({ type }) => <span className="lg:whitespace-nowrap">{typeLabel(type)}</span>,
    },
    {
      id: "source",
      header: "Source",
      width: "lg:w-32",
      cell: ({ source }) => <SourceBadge compact source={source} />,
    },
    {
      id: "databaseCount",
      header: "Databases",
      sortable: true,
      align: "end",
      width: "lg:w-27",
      cell: ({ databaseCount }) => <span className="figures">{formatCount(databaseCount)}</span>,
    },
    {
      id: "status",
      header: "Status",
      width: "lg:w-34",
      cell: (deployment) => <StatusCell deployment={deployment} />,
    },
    {
      id: "licenseUtilization",
      header: "Utilized/License Shards",
      sortable: true,
      align: "end",
      width: "lg:w-46",
      cell: ({ license }) => shardFigures(license) && <ShardCell license={license} />,
    },
    {
      id: "lastUpdated",
      header: "Last Updated",
      sortable: true,
      width: "lg:w-34",
      cell: ({ lastUpdated }) => (
        <span className="relative z-10">
          <TimeAgo date={lastUpdated} />
        </span>
      ),
    },
    {
      id: "licenseExpiration",
      header: "License Expiration",
      sortable: true,
      width: "lg:w-37",
      cell: ({ license }) =>
        license && (day(license.expirationDate) ?? <span className="text-faint">N/A</span>),
    },
    {
      id: "actions",
      header: "Actions",
      actions: true,
      align: "end",
      width: "lg:w-13",
      cell: (deployment) => <RowMenu deployment={deployment} onDelete={onDelete} />,
    },
  ];
}
