import { Link } from "react-router-dom";
import { Figure } from "../../ui/text/Figure.tsx";
import { MemoryBar } from "../../ui/memory/MemoryBar.tsx";
import { Skeleton } from "../../ui/state/Skeleton.tsx";
import { Unknown } from "../../ui/text/Unknown.tsx";
import { type FigureEntry, figureEntries, figureLabels } from "./figure-entries.ts";
import { type Trend, trendSize, type Trends } from "./trend.ts";
import type { Summary } from "./summary.ts";

const tones = { critical: "text-bad", warning: "text-warn", ok: "" };

/** How a figure changed in a day. It takes space that is there, so it moves nothing when it comes. */
function Change({ text, path }: Trend) {
  return (
    <span className="figures flex items-center gap-1.5 self-end text-xs text-muted">
      <span className="sr-only">, in 24 hours</span>
      {text}
      <svg
        aria-hidden
        viewBox={`0 0 ${trendSize.width} ${trendSize.height}`}
        className="h-3.5 w-12 fill-none stroke-current"
        strokeWidth="1.25"
      >
        <path d={path} vectorEffect="non-scaling-stroke" />
      </svg>
    </span>
  );
}

function Entry({
  label,
  to,
  figure,
  note,
  bar,
  trend,
  level = "ok",
}: FigureEntry & { trend: Trend | undefined }) {
  return (
    <Link to={to} className="grid h-full content-start gap-1 px-4 py-3 hover:bg-hover">
      <span
        className="flex flex-wrap justify-between gap-x-2 overflow-hidden text-sm text-muted"
        style={{ height: "1.25rem" }}
      >
        {label}
        {trend && <Change {...trend} />}
      </span>{" "}
      <span className={`figures text-2xl font-semibold tracking-tight ${tones[level]}`}>
        {figure === undefined ? <Unknown why="Unknown" /> : <Figure text={figure} />}
      </span>{" "}
      {bar && <MemoryBar percent={bar.percent} level="ok" label={bar.label} />}
      {note !== undefined && <span className="figures text-sm text-muted">{note}</span>}
    </Link>
  );
}

interface FigureStripProps {
  /** Undefined while it is computed. */
  summary: Summary | undefined;
  organization: string | undefined;
  listsDatabases: boolean;
  /** How figures changed; empty until it is known. */
  trends: Trends;
}

/** Six columns from 60 rem, else three, and two on a phone. A row that is not full would look broken. */
const columns = "repeat(auto-fit, minmax(clamp(15%, (60rem - 100%) * 999, max(30%, 9rem)), 1fr))";

/** The figures of the fleet. Each is a link to the deployments that it counts. */
export function FigureStrip({ summary, organization, listsDatabases, trends }: FigureStripProps) {
  const entries = summary && figureEntries(summary, organization, listsDatabases);
  return (
    <ul aria-label="Figures" className="panel grid overflow-hidden" style={{ gridTemplateColumns: columns }}>
      {/* The first two have a figure alone. The others have the height of their notes from the start. */}
      {figureLabels.map((label, place) => {
        const entry = entries?.[place];
        return (
          <li
            key={label}
            className={`-mt-px -ml-px min-w-0 border-t border-l border-line ${place < 2 ? "" : "min-h-32"}`}
          >
            {entry ? (
              <Entry {...entry} trend={trends[label]} />
            ) : (
              <div className="grid content-start gap-1 px-4 py-3">
                <span className="text-sm text-muted">{label}</span>
                <Skeleton className="my-1 h-6 w-20" />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
