import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { formatCount } from "../../lib/count.ts";
import { byValue } from "../../lib/sorting.ts";
import { sourceKinds } from "../../sources/kinds.ts";
import { SourceBadge } from "../../sources/SourceBadge.tsx";
import { actionsMenu } from "../../ui/ActionsMenu.tsx";
import { type ColumnSpec, sortFieldsOf, type SortableId } from "../../ui/columns.ts";
import { TimeAgo } from "../../ui/TimeAgo.tsx";
import { day, shardFigures, shardText } from "./describe.ts";
import { NameCell } from "./NameCell.tsx";
import { OrganizationName } from "./OrganizationName.tsx";
import { RowMenu } from "./RowMenu.tsx";
import { ShardCell } from "./ShardCell.tsx";
import { StatusCell } from "./StatusCell.tsx";
import { typeLabel } from "./types.ts";

/** The data that the cells need from the page. */
export interface RowContext {
  addressOf: (deployment: DeploymentListItem) => string;
  /** Left out for people who may not delete. */
  onDelete: ((deployment: DeploymentListItem) => void) | undefined;
  /** Whether the rows belong to more than one organization. */
  severalOrganizations: boolean;
}

const time = (date: string | null | undefined) => {
  const value = date ? Date.parse(date) : Number.NaN;
  return Number.isNaN(value) ? undefined : value;
};

/** The RAM shards in use, divided by their limit. Flash does not count. */
function ramRatio({ license }: DeploymentListItem): number | undefined {
  if (!license || !(license.ramShardsLimit > 0)) return undefined;
  return license.ramShardsInUse / license.ramShardsLimit;
}

/** Every column of the list. The address, the sorting and the stored choice of columns use their ids. */
export const deploymentColumns = [
  {
    id: "name",
    header: "Name",
    width: "max-lg:w-full",
    text: ({ name }) => name,
    cell: (deployment, { addressOf }) => <NameCell deployment={deployment} address={addressOf(deployment)} />,
    sort: { asc: "A to Z", desc: "Z to A" },
  },
  {
    id: "organization",
    header: "Organization",
    width: "lg:w-40",
    cell: ({ organizationId }) => <OrganizationName id={organizationId} />,
    exists: ({ severalOrganizations }) => severalOrganizations,
  },
  {
    id: "type",
    header: "Type",
    width: "lg:w-34",
    text: ({ type }) => typeLabel(type),
    cell: ({ type }) => <span className="lg:whitespace-nowrap">{typeLabel(type)}</span>,
    sort: { asc: "A to Z", desc: "Z to A", by: byValue(({ type }) => typeLabel(type)) },
    shownAtFirst: true,
  },
  {
    id: "source",
    header: "Source",
    width: "lg:w-32",
    text: ({ source }) => sourceKinds[source].label,
    cell: ({ source }) => <SourceBadge compact source={source} />,
    shownAtFirst: true,
  },
  {
    id: "databaseCount",
    header: "Databases",
    align: "end",
    width: "lg:w-27",
    text: ({ databaseCount }) => String(databaseCount),
    cell: ({ databaseCount }) => <span className="figures">{formatCount(databaseCount)}</span>,
    sort: { asc: "fewest first", desc: "most first", by: byValue(({ databaseCount }) => databaseCount) },
    shownAtFirst: true,
  },
  {
    id: "status",
    header: "Status",
    width: "lg:w-34",
    text: ({ status }) => status,
    cell: (deployment) => <StatusCell deployment={deployment} />,
    shownAtFirst: true,
  },
  {
    id: "licenseUtilization",
    header: "Utilized/License Shards",
    align: "end",
    width: "lg:w-46",
    text: ({ license }) => shardText(license),
    cell: ({ license }) => shardFigures(license) && <ShardCell license={license} />,
    sort: { label: "License utilization", asc: "lowest first", desc: "highest first", by: byValue(ramRatio) },
    shownAtFirst: true,
  },
  {
    id: "lastUpdated",
    header: "Last Updated",
    width: "lg:w-34",
    text: ({ lastUpdated }) => lastUpdated,
    cell: ({ lastUpdated }) => (
      <span className="relative z-10">
        <TimeAgo date={lastUpdated} />
      </span>
    ),
    sort: { asc: "oldest first", desc: "newest first", by: byValue(({ lastUpdated }) => time(lastUpdated)) },
    shownAtFirst: false,
  },
  {
    id: "licenseExpiration",
    header: "License Expiration",
    width: "lg:w-37",
    text: ({ license }) => license?.expirationDate ?? "",
    cell: ({ license }) =>
      license && (day(license.expirationDate) ?? <span className="text-faint">N/A</span>),
    sort: {
      asc: "soonest first",
      desc: "latest first",
      by: byValue(({ license }) => time(license?.expirationDate)),
    },
    shownAtFirst: false,
  },
  {
    id: "actions",
    header: "Actions",
    actions: true,
    preload: actionsMenu.preload,
    align: "end",
    width: "lg:w-13",
    cell: (deployment, { onDelete }) => <RowMenu deployment={deployment} onDelete={onDelete} />,
  },
] as const satisfies readonly ColumnSpec<DeploymentListItem, RowContext>[];

/** The sort fields of the list, as the address encodes them. */
export type SortField = SortableId<typeof deploymentColumns>;

export const sortFields = sortFieldsOf(deploymentColumns);

export const isSortField = (text: string): text is SortField => Object.hasOwn(sortFields, text);
