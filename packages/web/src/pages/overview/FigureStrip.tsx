import { Link } from "react-router-dom";
import { Figure } from "../../ui/text/Figure.tsx";
import { MemoryBar } from "../../ui/memory/MemoryBar.tsx";
import { Skeleton } from "../../ui/state/Skeleton.tsx";
import { Unknown } from "../../ui/text/Unknown.tsx";
import { type FigureEntry, figureEntries, figureLabels } from "./figure-entries.ts";
import type { Summary } from "./summary.ts";

const tones = { critical: "text-bad", warning: "text-warn", ok: "" };

function Entry({ label, to, figure, note, bar, level = "ok" }: FigureEntry) {
  return (
    <Link to={to} className="grid h-full content-start gap-1 px-4 py-3 hover:bg-hover">
      <span className="text-sm text-muted">{label}</span>{" "}
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
}

/** Six columns from 60 rem, else three, and two on a phone. A row that is not full would look broken. */
const columns = "repeat(auto-fit, minmax(clamp(15%, (60rem - 100%) * 999, max(30%, 9rem)), 1fr))";

/** The figures of the fleet. Each is a link to the deployments that it counts. */
export function FigureStrip({ summary, organization, listsDatabases }: FigureStripProps) {
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
              <Entry {...entry} />
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
