import { useId } from "react";
import type { ChartContent } from "../../../../ui/chart-options.ts";
import type { Span } from "../../../../ui/chart-types.ts";
import { Button } from "../../../../ui/Button.tsx";
import { TimeChart } from "../../../../ui/TimeChart.tsx";
import { plotHeight, useFrameHeights } from "./HistoryFrame.tsx";
import { HistoryTable } from "./HistoryTable.tsx";
import type { Drawing } from "./lines.ts";
import type { ChartPlan } from "./plans.ts";
import { chartWords, stepWords } from "./words.ts";

interface ChartCellProps {
  plan: ChartPlan;
  drawing: Drawing;
  content: ChartContent;
  step: number;
  /** The deployment, or the database that is shown. */
  name: string;
  /** The range in words. */
  range: string;
  isNew: boolean;
  /** Whether the values are old, and shown in grey. */
  isStale: boolean;
  asTable: boolean;
  onTable: (asTable: boolean) => void;
  onZoom: (span: Span) => void;
  onZoomOut: () => void;
  group: string;
}

/** One chart with its title, or the same values as a table, or why there are none. */
export function ChartCell(props: ChartCellProps) {
  const { plan, drawing, content, step, name, range, isNew, isStale, asTable, onTable } = props;
  const headingId = useId();
  const { series, reason, isUnlimited, of } = drawing;
  const { about, title, unit } = plan;
  const coarse = stepWords(step, of);
  return (
    <section
      aria-labelledby={headingId}
      className="min-w-0 border-t border-line px-4 py-3"
      style={{ minHeight: useFrameHeights().cell }}
    >
      <header className="flex min-h-8 flex-wrap items-center gap-x-2 max-md:min-h-11">
        <h3 id={headingId} className="font-medium">
          {title}
        </h3>
        {coarse && <p className="text-xs text-muted">{coarse}</p>}
        {reason === undefined && (
          <div className="ml-auto">
            <Button look="quiet" onClick={() => onTable(!asTable)} aria-pressed={asTable}>
              Show as table
              <span className="sr-only">{title}</span>
            </Button>
          </div>
        )}
      </header>
      {reason !== undefined ? (
        <div className="grid place-items-center px-4 text-center text-muted" style={{ height: plotHeight }}>
          <p className="max-w-prose">{reason}</p>
        </div>
      ) : asTable ? (
        <HistoryTable headingId={headingId} content={content} />
      ) : (
        <div className={isStale ? "chart-stale" : ""}>
          <TimeChart
            label={chartWords({ about, name, range, series, unit, isNew, isUnlimited })}
            content={content}
            height={plotHeight}
            group={props.group}
            onZoom={props.onZoom}
            onZoomOut={props.onZoomOut}
          />
        </div>
      )}
    </section>
  );
}
