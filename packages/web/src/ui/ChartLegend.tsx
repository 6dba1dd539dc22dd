import { momentText } from "../lib/zone.ts";
import { cssColorOf, dashOf } from "./chart-colors.ts";
import type { ChartContent } from "./chart-options.ts";
import type { ChartSeries } from "./chart-types.ts";

/** The newest value of a line that is known. */
const newestOf = (values: readonly (number | null)[]): number | null =>
  values.findLast((value) => value !== null) ?? null;

/** The names of the lines with their values: those at the cursor, or the newest. */
export function ChartLegend({ content, point }: { content: ChartContent; point: number | null }) {
  const { series, unit, times, zone } = content;
  const at = point === null ? undefined : times[point];
  const valueOf = ({ values }: ChartSeries) => (point === null ? newestOf(values) : (values[point] ?? null));
  return (
    <div aria-hidden className="figures grid gap-1 text-sm">
      <p className="h-4 text-xs text-muted">
        {at === undefined ? "Newest values" : momentText(at * 1_000, zone)}
      </p>
      <ul className="chart-legend">
        {series.map((one) => {
          const value = valueOf(one);
          return (
            <li key={one.id}>
              <svg className="chart-swatch" viewBox="0 0 28 8">
                <line
                  x1="0"
                  x2="28"
                  y1="4"
                  y2="4"
                  strokeWidth="2.5"
                  strokeDasharray={dashOf(one.look).join(" ")}
                  style={{ stroke: cssColorOf(one.look) }}
                />
              </svg>
              <span className="min-w-0 truncate text-muted">{one.label}</span>
              <span className="font-medium whitespace-nowrap">{value === null ? "—" : unit.text(value)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
