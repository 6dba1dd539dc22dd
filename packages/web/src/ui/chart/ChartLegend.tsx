import type { ReactNode } from "react";
import { pointText } from "../../lib/time/zone.ts";
import { cssColorOf, dashOf } from "./colors.ts";
import { type ChartContent, changesAt, stepOf } from "./options.ts";
import type { ChartSeries } from "./types.ts";
import { newestPoint, newestWords } from "./words.ts";

/** The newest value of a line that is known. */
const newestOf = (values: readonly (number | null)[]): number | null =>
  values.findLast((value) => value !== null) ?? null;

interface ChartLegendProps {
  content: ChartContent;
  /** The point of the cursor; null for the newest values. */
  point: number | null;
  /** Shows or hides a line. */
  onSwitch: (id: string) => void;
}

/** So few lines do not hide one another. */
const few = 2;

/** The names of the lines with their values: those at the cursor, or the newest. Of many lines each is a switch. */
export function ChartLegend({ content, point, onSwitch }: ChartLegendProps) {
  const { series, unit, times, zone, basis } = content;
  const at = point === null ? undefined : times[point];
  const entryOf = (one: ChartSeries): ReactNode => {
    const value = point === null ? newestOf(one.values) : (one.values[point] ?? null);
    return (
      <>
        <svg aria-hidden className="chart-swatch" viewBox="0 0 28 8">
          <line
            x1="0"
            x2="28"
            y1="4"
            y2="4"
            strokeWidth="2.5"
            strokeDasharray={dashOf(one.style).join(" ")}
            style={{ stroke: cssColorOf(one.style) }}
          />
        </svg>
        <span className="min-w-0 truncate text-muted">{one.label}</span>
        <span className="font-medium whitespace-nowrap">{value === null ? "—" : unit.text(value)}</span>
      </>
    );
  };
  const newest = newestPoint(series);
  const heading =
    at === undefined || point === null
      ? [newestWords(content), basis?.text(newest) ?? []]
      : [pointText(at, stepOf(content), zone), basis?.text(point) ?? [], changesAt(content, point)];
  return (
    <div className="figures grid gap-1 text-sm">
      <p className="h-4 truncate text-xs text-muted">{heading.flat().join("; ")}</p>
      <ul className="chart-legend">
        {series.map((one) => (
          <li key={one.id}>
            {series.length <= few ? (
              <span className="chart-entry">{entryOf(one)}</span>
            ) : (
              <button
                type="button"
                aria-pressed={one.isHidden !== true}
                onClick={() => onSwitch(one.id)}
                className="chart-entry"
              >
                {entryOf(one)}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
