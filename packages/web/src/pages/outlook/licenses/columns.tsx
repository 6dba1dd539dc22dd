import { hasEnded, levelOfLicense } from "@shardwatch/core/contract/filter/license-days";
import { endText } from "@shardwatch/core/contract/outlook/license-words";
import type { LicensedShards, LicenseOutlook } from "@shardwatch/core/contract/outlook/licenses";
import { Link } from "react-router-dom";
import { ReportedBy } from "../../../layout/ReportedBy.tsx";
import { byValue } from "../../../lib/list/sorting.ts";
import { type ColumnSpec, sortersOf, sortFieldsOf } from "../../../ui/table/columns.ts";
import { rowLink } from "../../../ui/table/rows.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { Unknown } from "../../../ui/text/Unknown.tsx";
import { levelTones } from "./levels.ts";
import { ShardsCell } from "./ShardsCell.tsx";
import type { LicenseSort } from "./sorts.ts";
import { dayText, soonerText } from "./words.ts";

/** The data that the cells need from the page. */
export interface RowContext {
  /** The page of the cluster. */
  addressOf: (row: LicenseOutlook) => string;
}

/** The part of the limit that is in use; undefined without a limit. */
const partOf = (shards: LicensedShards | null): number | undefined =>
  shards?.limit == null ? undefined : shards.inUse / shards.limit;

function Ends(row: LicenseOutlook) {
  const { ends, days, isStale } = row;
  if (ends === null || days === null) return <Unknown why="The source does not say when the license ends" />;
  return (
    <span className="grid gap-0.5 py-1">
      <span className={`figures font-medium ${isStale ? "text-faint" : levelTones[levelOfLicense(days)]}`}>
        {hasEnded(days) ? `ended ${endText(days)}` : endText(days)}
      </span>
      <span className="figures text-xs text-muted">{dayText(ends)}</span>
    </span>
  );
}

/** RAM, or both kinds where one limit counts for them. */
const ramOf = ({ ram, total }: LicenseOutlook): LicensedShards | null => ram ?? total;

type ColumnId = LicenseSort | "features" | "via";

/** The columns of the table. The address and the sorting use their ids. */
export const licenseColumns = [
  {
    id: "name",
    header: "Cluster",
    rem: [11, 12, 15],
    cell: (row, { addressOf }) => (
      <span className="grid min-w-0 gap-0.5 py-1">
        <Link
          to={addressOf(row)}
          title={row.deploymentName}
          {...rowLink}
          className="min-w-0 rounded-sm font-medium hover:text-accent hover:underline max-md:break-words md:truncate"
        >
          <Foreign>{row.deploymentName}</Foreign>
        </Link>
        {row.isStale && (
          <span className="relative z-10 text-xs font-normal text-warn">
            Last known, heard of <TimeAgo date={row.lastUpdated} />
          </span>
        )}
      </span>
    ),
    sort: { asc: "A to Z", desc: "Z to A" },
  },
  {
    id: "ends",
    header: "Ends",
    card: "corner",
    rem: 8,
    cell: Ends,
    sort: {
      asc: "soonest first",
      desc: "latest first",
      by: byValue(({ ends }: LicenseOutlook) => (ends === null ? undefined : Date.parse(ends))),
    },
  },
  {
    id: "ram",
    header: "RAM shards",
    rem: [12, 13, 15],
    cell: (row) => {
      const shards = ramOf(row);
      const label = row.ram ? "RAM shards" : "RAM and flash shards";
      return (
        shards && (
          <span className="block">
            <ShardsCell shards={shards} label={label} isStale={row.isStale} />
            {!row.ram && <span className="block pb-1 text-xs text-muted">RAM and flash together</span>}
          </span>
        )
      );
    },
    sort: {
      asc: "emptiest first",
      desc: "fullest first",
      first: "desc",
      by: byValue((row: LicenseOutlook) => partOf(ramOf(row))),
    },
  },
  {
    id: "flash",
    header: "Flash shards",
    rem: [12, 13, 15],
    cell: ({ flash, isStale }) =>
      flash === null ? (
        <Unknown why="One limit counts for RAM and flash" />
      ) : flash.limit === null && flash.inUse === 0 ? (
        <Unknown why="No flash in this license" />
      ) : (
        <ShardsCell shards={flash} label="Flash shards" isStale={isStale} />
      ),
    sort: {
      asc: "emptiest first",
      desc: "fullest first",
      first: "desc",
      by: byValue(({ flash }: LicenseOutlook) => partOf(flash)),
    },
  },
  {
    id: "sooner",
    header: "Comes first",
    rem: [10, 11, 13],
    cell: (row) => {
      const text = soonerText(row);
      return text === undefined ? (
        <Unknown why="Neither an end nor a pace is known" />
      ) : (
        <span className={row.isStale ? "text-faint" : ""}>{text}</span>
      );
    },
    sort: {
      asc: "soonest first",
      desc: "latest first",
      by: byValue(({ sooner }: LicenseOutlook) => sooner?.days),
    },
  },
  {
    id: "features",
    header: "Features",
    rem: 7,
    cell: ({ features }) =>
      features.length > 0 ? (
        <span className="block truncate" title={features.join(", ")}>
          <Foreign>{features.join(", ")}</Foreign>
        </span>
      ) : (
        <Unknown why="None named" />
      ),
  },
  {
    id: "via",
    header: "Reported by",
    rem: 8,
    cell: ({ source, via }) =>
      via === undefined ? <Unknown why="Not known" /> : <ReportedBy source={source} via={via} />,
  },
] as const satisfies readonly (ColumnSpec<LicenseOutlook, RowContext> & { id: ColumnId })[];

export const sortFields = sortFieldsOf(licenseColumns);
export const sorters = sortersOf(licenseColumns);
