import type { Level } from "@shardwatch/core/contract/filter/severity";
import { Link } from "react-router-dom";
import type { WholeLicenses } from "../../../api/fleet/licenses.ts";
import { formatCount } from "../../../lib/words/count.ts";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { levelTones } from "./levels.ts";

/** A figure, and the address of the rows that it counts. */
interface Entry {
  label: string;
  figure: string;
  /** What the figure is of. */
  limit?: string;
  note?: string;
  to: string | undefined;
  level?: Level;
}

/** Builds the address of this page with a field of the filter, or with another order. */
export interface Addresses {
  withLicense: (value: string) => string;
  withShards: (value: string) => string;
  sortedBy: (sort: "ends" | "ram" | "flash") => string;
}

const labels = [
  "Clusters",
  "End within 90 days",
  "Expired",
  "RAM shards",
  "Flash shards",
  "Over their limit",
];

function entriesOf({ counts, ram, flash, total }: WholeLicenses, to: Addresses): Entry[] {
  const { clusters, soon, expired, over } = counts;
  return [
    { label: "Clusters", figure: formatCount(clusters), to: to.sortedBy("ends") },
    {
      label: "End within 90 days",
      figure: formatCount(soon),
      to: soon > 0 ? to.withLicense("..90") : undefined,
      level: soon > 0 ? "warning" : "ok",
    },
    {
      label: "Expired",
      figure: formatCount(expired),
      to: expired > 0 ? to.withLicense("expired") : undefined,
      level: expired > 0 ? "critical" : "ok",
    },
    {
      label: "RAM shards",
      figure: formatCount(ram.inUse),
      limit: formatCount(ram.limit),
      ...(total.limit > 0 && {
        note: `and ${formatCount(total.inUse)} of ${formatCount(total.limit)} under one limit with flash`,
      }),
      to: to.sortedBy("ram"),
    },
    {
      label: "Flash shards",
      figure: formatCount(flash.inUse),
      limit: formatCount(flash.limit),
      to: to.sortedBy("flash"),
    },
    {
      label: "Over their limit",
      figure: formatCount(over),
      to: over > 0 ? to.withShards("100.1..") : undefined,
      level: over > 0 ? "critical" : "ok",
    },
  ];
}

function Content({ label, figure, limit, note, level = "ok" }: Entry) {
  return (
    <>
      <span className="truncate text-sm text-muted">{label}</span>{" "}
      <span className={`figures text-2xl font-semibold tracking-tight ${levelTones[level]}`}>
        {figure}
        {limit !== undefined && <span className="text-base font-normal text-faint"> of {limit}</span>}
      </span>
      {note !== undefined && <span className="figures text-xs text-muted"> {note}</span>}
    </>
  );
}

const tile = "grid h-full content-start gap-1 px-4 py-3";
/* As many as fit in a row from 60 rem on, else three, and two on a phone. */
const columns = "repeat(auto-fit, minmax(clamp(12%, (60rem - 100%) * 999, max(30%, 9rem)), 1fr))";

interface LicenseStripProps {
  /** Undefined while they load. */
  licenses: WholeLicenses | undefined;
  to: Addresses;
}

/** The figures of the licenses. Each is a link to the rows that it counts; nothing is behind a zero. */
export function LicenseStrip({ licenses, to }: LicenseStripProps) {
  const entries = licenses && entriesOf(licenses, to);
  return (
    <ul aria-label="Figures" className="panel grid overflow-hidden" style={{ gridTemplateColumns: columns }}>
      {entries?.map((entry) => (
        <li key={entry.label} className="-mt-px -ml-px min-w-0 border-t border-l border-line">
          {entry.to === undefined ? (
            <div className={tile}>
              <Content {...entry} />
            </div>
          ) : (
            <Link to={entry.to} className={`${tile} hover:bg-hover`}>
              <Content {...entry} />
            </Link>
          )}
        </li>
      )) ??
        labels.map((label) => (
          <li key={label} className="-mt-px -ml-px min-w-0 border-t border-l border-line">
            <div className={tile}>
              <span className="truncate text-sm text-muted">{label}</span>
              <Skeleton className="my-1 h-6 w-16" />
            </div>
          </li>
        ))}
    </ul>
  );
}
