import { useEffect, useId, useRef, useState } from "react";
import { pointText } from "../../lib/time/zone.ts";
import { placeCursor } from "./touch.ts";
import { type ChartContent, changesAt, stepOf } from "./options.ts";
import type { Span } from "./types.ts";
import { isThreshold } from "./colors.ts";
import { ChartChanges } from "./ChartChanges.tsx";
import { markedPoints } from "./flags.ts";
import { useFlags } from "./use-flags.ts";
import { useChartKeys } from "./use-chart-keys.ts";
import { useTimeChart } from "./use-time-chart.ts";

/** How long a reader of the screen hears nothing while a key is held, in milliseconds. */
const quiet = 150;

export interface TimeChartProps {
  /** What the chart shows, in words. */
  label: string;
  /** Its identity decides when the chart is drawn anew. */
  content: ChartContent;
  /** Pixels. */
  height: number;
  /** The id of the line that is not dimmed; undefined dims none. */
  lit: string | undefined;
  /** The point of the cursor; null for none. */
  point: number | null;
  onCursor: (point: number | null) => void;
  /** The page with all changes. */
  changesTo?: string | undefined;
  /** Charts of one group share their cursor. */
  group: string;
  /** Called with the span that was dragged, in Unix seconds. */
  onZoom: (span: Span) => void;
  /** Called for a double click and for Escape. */
  onZoomOut: () => void;
}

/** The values of all lines at a time, and the changes in its step, in words. Empty outside the chart. */
function wordsAt(content: ChartContent, at: number): string {
  const { times, series, unit, zone, silent, basis } = content;
  const point = times.indexOf(at);
  if (point < 0) return "";
  const isSilent = silent.some(({ from, to }) => from <= at && at < to);
  const shown = series.filter(({ isHidden, style }) => isHidden !== true && !isThreshold(style));
  const values = shown.map(({ label, values: all }) => {
    const value = all[point] ?? null;
    return `${label} ${value === null ? "not known" : unit.text(value)}`;
  });
  const said = isSilent ? ["no report"] : values;
  const more = [basis?.text(point) ?? [], changesAt(content, point)].flat();
  return `${pointText(at, stepOf(content), zone)}: ${[...said, ...more].join(", ")}`;
}

/**
 * Values over time as lines. A gap is a gap, and time without reports is hatched. The arrow keys move the
 * cursor and a reader of the screen hears the values.
 */
export function TimeChart(props: TimeChartProps) {
  const { label, content, height, lit, point, onCursor, group, onZoom, onZoomOut } = props;
  const figure = useRef<HTMLDivElement>(null);
  const plot = useRef<HTMLDivElement>(null);
  const hint = useId();
  /** The time that the keys have come to, in Unix seconds: it stays where it is when newer values come. */
  const [held, hold] = useState<number | null>(null);
  const [announced, announce] = useState("");
  const chart = useTimeChart(plot, content, { group, height, held, lit }, { onCursor, onZoom, onZoomOut });
  useEffect(() => {
    const timer = setTimeout(() => announce(held === null ? "" : wordsAt(content, held)), quiet);
    return () => clearTimeout(timer);
  }, [held, content]);

  function move(to: number | null) {
    const at = (to === null ? null : content.times[to]) ?? null;
    if (chart.current) placeCursor(chart.current, at);
    hold(at);
  }
  const { flag, isNear, openAt, press, close } = useFlags(content, chart);
  const keys = { count: content.times.length, point, marked: markedPoints(content), move, onZoomOut };
  const onKeyDown = useChartKeys({ ...keys, open: () => point !== null && openAt(point) });
  // A figure takes the focus, because its cursor moves by keys.
  const byKeyboard = { tabIndex: 0, onKeyDown, onBlur: () => move(null) };
  return (
    <>
      <div
        ref={figure}
        role="figure"
        aria-label={label}
        aria-describedby={hint}
        {...byKeyboard}
        className="chart-figure min-w-0"
      >
        <p id={hint} className="sr-only">
          Left and Right move the cursor by a point, with Shift by ten. Home and End go to the ends. Page Up
          and Page Down go to changes, and Enter opens them. Escape leaves a zoom.
        </p>
        <div ref={plot} style={{ height }} data-at-flag={isNear || undefined} {...press} />
      </div>
      {flag && <ChartChanges flag={flag} to={props.changesTo} figure={figure} onClose={close} />}
      <p role="status" className="sr-only">
        {announced}
      </p>
    </>
  );
}
