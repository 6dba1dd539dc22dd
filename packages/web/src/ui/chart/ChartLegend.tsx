import { cssColorOf, dashOf } from "./colors.ts";
import { isArea } from "./stack.ts";
import { isShown, type ShownLines } from "./shown-lines.ts";
import type { ChartSeries } from "./types.ts";

/** A piece of a line, or of an area. */
export function Swatch({ style, isWide = false }: { style: ChartSeries["style"]; isWide?: boolean }) {
  return (
    <svg aria-hidden className="chart-swatch" viewBox="0 0 16 8">
      <line
        x1="0"
        x2="16"
        y1="4"
        y2="4"
        strokeWidth={isWide ? 8 : 2.5}
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
  /** Whether the values are the newest, and those of no cursor. */
  isNewest?: boolean;
}

/**
 * The names of lines, with their values in a chart. The pointer or the focus on one lights it. A click shows it
 * alone, and further ones add or hide others, in all charts of the page.
 */
export function ChartLegend(props: ChartLegendProps) {
  const { series, lines, textOf, isShort = false, areAreas = false, isNewest = false } = props;
  const entryOf = (line: ChartSeries, words = line.text?.(isNewest)) => (
    <>
      <Swatch style={line.style} isWide={areAreas && isArea(line)} />
      <span className={isShort || words ? "sr-only" : "truncate text-muted"}>{line.label}</span>
      {textOf && <span className="whitespace-nowrap">{words ?? textOf(line)}</span>}
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
