import { useId } from "react";
import { Button } from "../form/Button.tsx";
import { ChartTable } from "./ChartTable.tsx";
import type { ChartContent } from "./options.ts";
import { TimeChart, type TimeChartProps } from "./TimeChart.tsx";

interface ChartPanelProps extends TimeChartProps {
  title: string;
  /** What one point is, where it is of more than five minutes. */
  coarse: string | undefined;
  content: ChartContent;
  /** Why there are no values, in place of the chart. */
  reason: string | undefined;
  /** Whether the values are old, and shown in grey. */
  isStale?: boolean;
  asTable: boolean;
  onTable: (asTable: boolean) => void;
  /** The least height of it all, in pixels. */
  minHeight: number;
}

/** One chart with its title, or the same values as a table, or why there are none. */
export function ChartPanel({
  title,
  coarse,
  reason,
  isStale = false,
  asTable,
  onTable,
  minHeight,
  ...chart
}: ChartPanelProps) {
  const headingId = useId();
  return (
    <section
      aria-labelledby={headingId}
      className="min-w-0 border-t border-line px-4 py-3"
      style={{ minHeight }}
    >
      <header className="flex min-h-8 flex-wrap items-center gap-x-2 max-md:min-h-11">
        <h3 id={headingId} className="font-medium">
          {title}
        </h3>
        {coarse && <p className="text-xs text-muted">{coarse}</p>}
        {reason === undefined && (
          <div className="ml-auto">
            <Button
              emphasis="quiet"
              onClick={() => onTable(!asTable)}
              aria-pressed={asTable}
              aria-label={`Show as table: ${title}`}
            >
              Show as table
            </Button>
          </div>
        )}
      </header>
      {reason !== undefined ? (
        <div className="grid place-items-center px-4 text-center text-muted" style={{ height: chart.height }}>
          <p className="max-w-prose">{reason}</p>
        </div>
      ) : asTable ? (
        <ChartTable headingId={headingId} content={chart.content} />
      ) : (
        <div className={isStale ? "chart-stale" : ""}>
          <TimeChart {...chart} />
        </div>
      )}
    </section>
  );
}
