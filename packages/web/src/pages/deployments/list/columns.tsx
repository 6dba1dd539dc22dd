import type { deploymentFacts } from "@shardwatch/core/contract/catalogue/deployments";
import type { NamesOf } from "@shardwatch/core/contract/catalogue/fact";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { Facts } from "@shardwatch/core/contract/filter/facts";
import { fields } from "@shardwatch/core/contract/filter/fields";
import { isLastKnown, urgencyOf } from "@shardwatch/core/contract/filter/severity";
import { createElement } from "react";
import { day } from "../../../lib/time/absolute-time.ts";
import { formatCount } from "../../../lib/words/count.ts";
import { keyOf } from "../../../lib/words/deployment-key.ts";
import { memoryOf } from "../../../lib/words/memory.ts";
import { byValue } from "../../../lib/list/sorting.ts";
import { ReportedBy } from "../../../layout/ReportedBy.tsx";
import { SourceBadge } from "../../../sources/SourceBadge.tsx";
import { type ColumnSpec, sortFieldsOf, type SortableId } from "../../../ui/table/columns.ts";
import { MemoryCell } from "../../../ui/memory/MemoryCell.tsx";
import { newestColumns } from "../../../ui/table/newest-columns.tsx";
import { runwayColumn } from "../../../ui/memory/runway-column.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { shardFigures } from "../../../lib/words/shard-figures.ts";
import { persistenceText, ramRatio, regionsOf, scoreText, versionText } from "./describe.ts";
import { explanations } from "./LazyExplanation.tsx";
import { NameCell } from "./NameCell.tsx";
import { OrganizationName } from "./OrganizationName.tsx";
import { Regions } from "./Regions.tsx";
import type { RowContext, WithFacts } from "./row-context.ts";
import { RowMenu, rowMenu } from "./RowMenu.tsx";
import { ShardCell } from "./ShardCell.tsx";
import { StatusCell } from "./StatusCell.tsx";
import { typeLabel } from "./types.ts";
import { Unknown } from "../../../ui/text/Unknown.tsx";

const time = (date: string | null | undefined) => {
  const value = date ? Date.parse(date) : Number.NaN;
  return Number.isNaN(value) ? undefined : value;
};

const unknown = <Unknown why="Unknown" />;

const byFact = (valueOf: (facts: Facts) => number | undefined) =>
  byValue((deployment: DeploymentListItem, { factsOf }: WithFacts) => valueOf(factsOf(deployment)));

type ColumnId = NamesOf<typeof deploymentFacts, "column"> | "trend" | "actions";

/** Every column of the list. The address, the sorting and the stored choice of columns use their ids. */
export const deploymentColumns = [
  {
    id: "name",
    header: "Name",
    rem: [10, 16.25, 16.25],
    cell: (deployment, { addressOf, namesakeMark }) => (
      <NameCell deployment={deployment} address={addressOf(deployment)} mark={namesakeMark(deployment)} />
    ),
    sort: { asc: "A to Z", desc: "Z to A" },
  },
  {
    id: "status",
    header: fields.status.label,
    card: "corner",
    preload: explanations.preload,
    rem: 8,
    cell: (deployment, { factsOf }) => <StatusCell deployment={deployment} facts={factsOf(deployment)} />,
    sort: {
      asc: "worst first",
      desc: "best first",
      by: byFact(urgencyOf),
    },
    shownAtFirst: true,
  },
  {
    id: "memory",
    header: "Memory",
    card: "line",
    rem: [13.5, 13.5, 15],
    cell: (deployment, { factsOf }) => (
      <MemoryCell
        memory={memoryOf(deployment, factsOf(deployment))}
        label={`Memory of ${deployment.name}`}
        lastKnown={isLastKnown(deployment.status)}
        spark={keyOf(deployment)}
      />
    ),
    sort: {
      asc: "emptiest first",
      desc: "fullest first",
      first: "desc",
      by: byFact(({ utilization }) => utilization ?? undefined),
    },
    shownAtFirst: true,
  },
  {
    id: "trend",
    header: "24 h trend",
    card: "none",
    rem: 4.625,
    cell: (deployment) => createElement("memory-spark", { of: keyOf(deployment), class: "cell" }),
    shownAtFirst: true,
  },
  {
    id: "organization",
    header: "Organization",
    rem: 9,
    cell: ({ organizationId }) => <OrganizationName id={organizationId} />,
    exists: ({ severalOrganizations }) => severalOrganizations,
  },
  {
    id: "type",
    header: fields.type.label,
    card: "plain",
    rem: [7.25, 7.25, 8],
    cell: ({ type }) => <span className="whitespace-nowrap md:text-xs">{typeLabel(type)}</span>,
    sort: { asc: "A to Z", desc: "Z to A", by: byValue(({ type }) => typeLabel(type)) },
    shownAtFirst: true,
  },
  {
    id: "source",
    header: fields.source.label,
    card: "plain",
    rem: [3.5, 3.5, 6.75],
    cell: ({ source }) => <SourceBadge source={source} compact />,
    shownAtFirst: true,
  },
  {
    id: "via",
    header: fields.via.label,
    rem: 11,
    cell: ({ source, via }) => (via === undefined ? unknown : <ReportedBy source={source} via={via} />),
    shownAtFirst: false,
  },
  {
    id: "databaseCount",
    header: fields.databases.label,
    align: "end",
    rem: [4.75, 4.75, 6.25],
    cell: ({ databaseCount }) => <span className="figures">{formatCount(databaseCount)}</span>,
    sort: {
      asc: "fewest first",
      desc: "most first",
      first: "desc",
      by: byValue(({ databaseCount }) => databaseCount),
    },
    shownAtFirst: true,
  },
  {
    id: "version",
    header: fields.version.label,
    rem: 13.5,
    cell: (deployment, { factsOf }) => {
      const score = scoreText(factsOf(deployment));
      return (
        <span className="text-xs whitespace-nowrap">
          <span className="font-mono">{versionText(deployment.facts) ?? unknown}</span>{" "}
          {score && <span className="figures ml-1 font-medium text-warn">{score}</span>}
        </span>
      );
    },
    sort: {
      asc: "oldest first",
      desc: "newest first",
      by: byFact(({ version }) => version ?? undefined),
    },
    shownAtFirst: false,
  },
  {
    id: "region",
    header: fields.region.label,
    rem: 8.5,
    cell: (deployment) => <Regions regions={regionsOf(deployment)} />,
    has: (deployment) => regionsOf(deployment).length > 0,
    sort: {
      asc: "A to Z",
      desc: "Z to A",
      by: byValue((deployment: DeploymentListItem) => regionsOf(deployment).join(", ") || undefined),
    },
    shownAtFirst: false,
  },
  ...newestColumns,
  {
    ...runwayColumn,
    sort: { ...runwayColumn.sort, by: byFact((facts) => fields.runway.fact(facts) ?? undefined) },
  },
  {
    id: "persistence",
    header: fields.persistence.label,
    rem: 9.5,
    cell: (deployment) => persistenceText(deployment) ?? unknown,
    has: (deployment) => persistenceText(deployment) !== undefined,
    sort: { asc: "A to Z", desc: "Z to A", by: byValue(persistenceText) },
    shownAtFirst: false,
  },
  {
    id: "licenseUtilization",
    header: "Utilized/License Shards",
    align: "end",
    rem: [6.75, 6.75, 8.25],
    cell: ({ license }) => shardFigures(license) && <ShardCell license={license} />,
    has: ({ license }) => shardFigures(license) !== undefined,
    sort: {
      label: "License utilization",
      asc: "lowest first",
      desc: "highest first",
      first: "desc",
      by: byValue(ramRatio),
    },
    shownAtFirst: true,
  },
  {
    id: "lastUpdated",
    header: "Last Updated",
    rem: 8.5,
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
    rem: 9.5,
    cell: ({ license }) => license && (day(license.expirationDate) ?? unknown),
    has: ({ license }) => license !== null,
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
    preload: rowMenu.preload,
    align: "end",
    rem: 4.75,
    cell: (deployment, { onDelete, namesakeMark }) => (
      <RowMenu deployment={deployment} mark={namesakeMark(deployment)} onDelete={onDelete} />
    ),
  },
] as const satisfies readonly (ColumnSpec<DeploymentListItem, RowContext, WithFacts> & { id: ColumnId })[];

/** The sort fields of the list, as the address encodes them. */
export type SortField = SortableId<typeof deploymentColumns>;

export const sortFields = sortFieldsOf(deploymentColumns);

export const isSortField = (text: string): text is SortField => Object.hasOwn(sortFields, text);
