import { cssColorOf, dashOf } from "./colors.ts";
import { isShown, type ShownLines } from "./shown-lines.ts";
import type { ChartSeries } from "./types.ts";

function Swatch({ style, isArea }: { style: ChartSeries["style"]; isArea: boolean }) {
  return (
    <svg aria-hidden className="chart-swatch" viewBox="0 0 16 8">
      <line
        x1="0"
        x2="16"
        y1="4"
        y2="4"
        strokeWidth={isArea ? 8 : 2.5}
        strokeDasharray={dashOf(style).join(" ")}
        style={{ stroke: cssColorOf(style) }}
      />
    </svg>
  );
}

interface ChartLegendProps {
  series: readonly ChartSeries[];
  /** Undefined for lines that nobody can hide. */
  lines: ShownLines | undefined;
  /** What is beside a name. */
  textOf?: ((line: ChartSeries) => string) | undefined;
  /** Whether the names are for readers of the screen only: the legend of the page has them. */
  isShort?: boolean;
  /** Whether the lines are areas. */
  areAreas?: boolean;
}

/**
 * The names of lines, with their values in a chart. The pointer or the focus on one lights it. A click shows it
 * alone, and further ones add or hide others, in all charts of the page.
 */
export function ChartLegend({ series, lines, textOf, isShort = false, areAreas = false }: ChartLegendProps) {
  const entryOf = (line: ChartSeries) => (
    <>
      <Swatch style={line.style} isArea={areAreas && line.style !== "limit"} />
      <span className={isShort ? "sr-only" : "truncate text-muted"}>{line.label}</span>
      {textOf && <span className="whitespace-nowrap">{textOf(line)}</span>}
    </>
  );
  return (
    <ul className="chart-legend figures text-sm">
      {series.map((line) =>
        lines && !isShort ? (
          <li key={line.id} className="min-w-0">
            <button
              type="button"
              className="chart-entry"
              aria-pressed={isShown(lines.chosen, line)}
              onClick={() => lines.pick(line.id, series)}
              onPointerEnter={() => lines.light(line.id)}
              onPointerLeave={() => lines.light(undefined)}
              onFocus={() => lines.light(line.id)}
              onBlur={() => lines.light(undefined)}
            >
              {entryOf(line)}
            </button>
          </li>
        ) : (
          <li key={line.id} className="chart-entry">
            {entryOf(line)}
          </li>
        ),
      )}
      {lines?.chosen && !isShort && (
        <li>
          <button type="button" className="chart-entry text-accent" onClick={lines.showAll}>
            Show all
          </button>
        </li>
      )}
    </ul>
  );
}
