import { useId, useMemo, useState } from "react";
import { pointText } from "../../lib/time/zone.ts";
import { Button } from "../form/Button.tsx";
import { isQuiet } from "./colors.ts";
import { ChartLegend, Swatch } from "./ChartLegend.tsx";
import { ChartTable } from "./ChartTable.tsx";
import { type ChartContent, changesAt, stepOf } from "./options.ts";
import { isShown, type ShownLines } from "./shown-lines.ts";
import { TimeChart, type TimeChartProps } from "./TimeChart.tsx";
import type { ChartSeries } from "./types.ts";
import { newestPoint, newestWords } from "./words.ts";

interface ChartPanelProps extends Omit<TimeChartProps, "lit" | "onCursor" | "point"> {
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
  /** Which lines are drawn; undefined where nobody can hide one. */
  lines?: ShownLines | undefined;
  /** Whether the page has the names of the lines, for all charts together. */
  isNamedByPage?: boolean;
}

/** The value at the cursor; without one the newest that is known. */
const valueOf = ({ values }: ChartSeries, point: number | null): number | null =>
  (point === null ? values.findLast((value) => value !== null) : values[point]) ?? null;

/**
 * The value beside the title. Of areas it is the sum. Of lines it is that of the lit one, the only one, or the first of
 * a few that belong together. It has the name of its line where nothing else says which it is.
 */
function leading(
  { series, isStacked = false }: ChartContent,
  point: number | null,
  { isNamedByPage, lit }: { isNamedByPage: boolean; lit: string | undefined },
): { name?: string; value: number | null; style?: ChartSeries["style"] } | undefined {
  const lines = series.filter(({ style, isHidden }) => !isQuiet(style) && isHidden !== true);
  const [first] = lines;
  const line = lines.find(({ id }) => id === lit) ?? (isNamedByPage && lines.length > 1 ? undefined : first);
  if (isStacked && lit === undefined && lines.length > 1) {
    const values = lines.map((each) => valueOf(each, point));
    return { value: values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0) };
  }
  const named = (isNamedByPage || isStacked) && line && { name: line.label };
  return line && { value: valueOf(line, point), style: line.style, ...named };
}

/** The content with the lines that are chosen. */
function useShown(content: ChartContent, chosen: ShownLines["chosen"]): ChartContent {
  return useMemo(() => {
    if (!chosen) return content;
    return {
      ...content,
      series: content.series.map((line) => ({ ...line, isHidden: !isShown(chosen, line) })),
    };
  }, [content, chosen]);
}

/** One chart with its title and its values, or the same values as a table, or why there are none. */
export function ChartPanel({
  title,
  coarse,
  reason,
  isStale = false,
  asTable,
  onTable,
  minHeight,
  lines,
  isNamedByPage = false,
  ...chart
}: ChartPanelProps) {
  const headingId = useId();
  const [point, setPoint] = useState<number | null>(null);
  const content = useShown(chart.content, lines?.chosen);
  const isChart = reason === undefined && !asTable;
  return (
    <section
      aria-labelledby={headingId}
      className="min-w-0 border-t border-line px-4 py-3"
      style={{ minHeight }}
    >
      <header className="chart-head">
        <h3 id={headingId} className="font-medium">
          {title}
        </h3>
        {isChart && <Reading content={content} point={point} coarse={coarse} {...{ isNamedByPage, lines }} />}
        {reason === undefined && (
          <Button
            emphasis="quiet"
            className="ml-auto"
            onClick={() => onTable(!asTable)}
            aria-label={`Show as ${asTable ? "chart" : "table"}: ${title}`}
          >
            Show as {asTable ? "chart" : "table"}
          </Button>
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
          <Values content={content} point={point} {...{ isNamedByPage, lines }} />
          <TimeChart {...chart} content={content} lit={lines?.lit} point={point} onCursor={setPoint} />
        </div>
      )}
    </section>
  );
}

interface ReadingProps extends Pick<ChartPanelProps, "lines" | "isNamedByPage"> {
  content: ChartContent;
  point: number | null;
}

/** Beside the title: the value of the leading line, and of when it is. */
function Reading({
  content,
  point,
  coarse,
  lines,
  isNamedByPage = false,
}: ReadingProps & { coarse: string | undefined }) {
  const { series, unit, times, zone, basis } = content;
  const lead = leading(content, point, { isNamedByPage, lit: lines?.lit });
  const at = point === null ? undefined : times[point];
  const words =
    at === undefined || point === null
      ? [newestWords(content), basis?.text(newestPoint(series)) ?? [], coarse ?? []]
      : [pointText(at, stepOf(content), zone), basis?.text(point) ?? [], changesAt(content, point)];
  return (
    <>
      {lead && (
        <p className="figures flex items-center gap-1.5 whitespace-nowrap">
          {lead.style !== undefined && series.length > 1 && <Swatch style={lead.style} />}
          {lead.name !== undefined && <span className="text-muted">{lead.name} </span>}
          <span className="font-medium">{lead.value === null ? "—" : unit.text(lead.value)}</span>
        </p>
      )}
      <p className="chart-reading figures">{words.flat().join("; ")}</p>
    </>
  );
}

/** Below the title: the values of all lines, where there are several. The only one that was measured is above. */
function Values({ content, point, lines, isNamedByPage = false }: ReadingProps) {
  const { series, unit, isStacked = false } = content;
  const textOf = (line: ChartSeries) => {
    const value = valueOf(line, point);
    return value === null ? "—" : unit.text(value);
  };
  const drawn = isNamedByPage ? series.filter(({ isHidden }) => isHidden !== true) : series;
  const measured = drawn.filter(({ style }) => !isQuiet(style));
  const shown = measured.length > 1 ? drawn : drawn.filter(({ style }) => isQuiet(style));
  return (
    <div className="chart-values">
      {shown.length > 0 && (
        <ChartLegend
          series={shown}
          lines={series.length > few ? lines : undefined}
          textOf={textOf}
          isShort={isNamedByPage}
          areAreas={isStacked}
          isNewest={point === null}
        />
      )}
    </div>
  );
}

/** So few lines do not hide one another. */
const few = 2;
