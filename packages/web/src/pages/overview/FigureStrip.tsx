import { formatBytes, utilization } from "@shardwatch/core/kit/bytes";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { counted, formatCount } from "../../lib/count.ts";
import { paths } from "../../lib/paths.ts";
import { Figure } from "../../ui/Figure.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { listOf } from "./question.ts";
import type { Summary } from "./summary.ts";

interface Entry {
  label: string;
  to: string;
  figure: ReactNode;
  note?: string | undefined;
  isTrouble?: boolean;
}

interface FigureStripProps {
  /** Undefined while it is computed. */
  summary: Summary | undefined;
  organization: string | undefined;
  /** Whether the list of databases can show all of them. It shows one organization. */
  listsDatabases: boolean;
}

const labels = ["Deployments", "Databases", "Memory used", "Licensed shards", "Unhealthy", "Silent sources"];

const percent = (used: string | null, limit: string | null) => {
  const share = utilization(used, limit);
  return share === undefined ? "" : ` (${share}%)`;
};

function entriesOf({ summary, organization, listsDatabases }: FigureStripProps): readonly Entry[] {
  if (!summary) return [];
  const { figures, findings } = summary;
  const { totals, shards, notWell } = figures;
  const all = listOf("", organization);
  const silent = findings.silent.reduce((sum, { deployments }) => sum + deployments, 0);
  const isCompared = totals.limit !== null && totals.unlimited === 0;
  return [
    { label: "Deployments", to: all, figure: formatCount(totals.deployments) },
    {
      label: "Databases",
      to: listsDatabases ? all.replace(paths.deployments(), paths.databases()) : all,
      figure: formatCount(totals.databases),
    },
    {
      label: "Memory used",
      to: all,
      figure: totals.used === null ? "—" : <Figure text={formatBytes(totals.used)} />,
      note:
        totals.limit === null
          ? undefined
          : `of ${formatBytes(totals.limit)}${isCompared ? percent(totals.used, totals.limit) : ""}` +
            (totals.unlimited > 0 ? `, ${formatCount(totals.unlimited)} without limit` : ""),
    },
    {
      label: "Licensed shards",
      to: listOf(shards.question, organization),
      figure: shards.deployments === 0 ? "—" : formatCount(shards.inUse),
      note:
        shards.deployments === 0
          ? "No licenses"
          : `of ${formatCount(shards.limit)}, in ${counted(shards.deployments, "deployment")}`,
    },
    {
      label: "Unhealthy",
      to: listOf(notWell.question, organization),
      figure: formatCount(notWell.deployments),
      note: `of ${counted(totals.deployments, "deployment")}`,
      isTrouble: notWell.deployments > 0,
    },
    {
      label: "Silent sources",
      to: listOf("status=stale", organization),
      figure: formatCount(findings.silent.length),
      note: silent > 0 ? `${counted(silent, "deployment")} behind them` : undefined,
      isTrouble: silent > 0,
    },
  ];
}

/** Two columns on a phone, and one row on a wide screen. */
const columns = "repeat(auto-fit, minmax(9.5rem, 1fr))";

/** The figures of the fleet. Each is a link to the deployments that it counts. */
export function FigureStrip(props: FigureStripProps) {
  const entries = entriesOf(props);
  return (
    <ul aria-label="Figures" className="panel grid overflow-hidden" style={{ gridTemplateColumns: columns }}>
      {labels.map((label, place) => {
        const entry = entries[place];
        return (
          <li key={label} className="-mt-px -ml-px min-h-22 min-w-0 border-t border-l border-line">
            {entry ? (
              <Link to={entry.to} className="grid h-full content-start gap-0.5 px-4 py-3 hover:bg-hover">
                <span className="text-sm text-muted">{label}</span>{" "}
                <span
                  className={`figures text-xl font-semibold tracking-tight ${entry.isTrouble ? "text-bad" : ""}`}
                >
                  {entry.figure}
                </span>{" "}
                {entry.note !== undefined && <span className="figures text-sm text-muted">{entry.note}</span>}
              </Link>
            ) : (
              <div className="grid content-start gap-2 px-4 py-3">
                <span className="text-sm text-muted">{label}</span>
                <Skeleton className="h-6 w-20" />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
