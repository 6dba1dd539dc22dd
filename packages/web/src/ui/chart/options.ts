import uPlot from "uplot";
import { labelsThatFit, timeTicks } from "../../lib/time/time-ticks.ts";
import { momentText, type Zone } from "../../lib/time/zone.ts";
import { areaOf, type ChartColors, colorOf, dashOf, isQuiet } from "./colors.ts";
import { drawHatched, drawMarks, drawShaded } from "./drawing.ts";
import { edgesOf, isArea, stacked } from "./stack.ts";
import type { ChartBasis, ChartMark, ChartSeries, ChartUnit, Span } from "./types.ts";

/** The space left and right of every plot, in pixels, so that all of a page are in line. */
export const plotInset = { left: 62, right: 14 };

const axisHeight = 34;
const labelWidth = 56;
/** A shorter drag is a click, in pixels. */
const leastDrag = 8;

const powersOfTwo = Array.from({ length: 62 }, (_, power) => 2 ** power);

/** What a chart draws. */
export interface ChartContent {
  /** Unix seconds: the begin of each step. */
  times: readonly number[];
  series: readonly ChartSeries[];
  range: Span;
  unit: ChartUnit;
  silent: readonly Span[];
  /** Times in which reports came without values, where they are hatched too. */
  missing?: readonly Span[];
  /** Whether the newest values are no longer those of now. */
  isOld?: boolean;
  marks: readonly ChartMark[];
  zone: Zone;
  basis?: ChartBasis | undefined;
  /** Whether its lines are areas that add up. */
  isStacked?: boolean;
  /** A time that is shaded, with what it is. */
  shaded?: (Span & { text: string }) | undefined;
  /** The ids of two lines between which the space is filled. */
  band?: readonly [upper: string, lower: string];
}

/** The length of a chart's steps in seconds. */
export const stepOf = ({ times: [first = 0, second = first] }: Pick<ChartContent, "times">): number =>
  second - first;

/** What changed, with its time, in words: the marks that are nearer to this point than to another. */
export function changesAt(
  { times, marks, zone }: Pick<ChartContent, "times" | "marks" | "zone">,
  point: number,
): string[] {
  const middle = times[point] ?? Number.POSITIVE_INFINITY;
  const half = stepOf({ times }) / 2;
  const begin = point === 0 ? Number.NEGATIVE_INFINITY : middle - half;
  const end = point === times.length - 1 ? Number.POSITIVE_INFINITY : middle + half;
  return marks
    .filter(({ at }) => at >= begin && at < end)
    .map(({ at, text }) => `${momentText(at * 1_000, zone)} ${text}`);
}

interface ChartActions {
  /** Called when the cursor comes to a point, and with null when it leaves. */
  onCursor: (point: number | null) => void;
  onZoom: (span: Span) => void;
  onZoomOut: () => void;
}

/** The points that have no neighbour to draw a line to: two gaps, or a gap and an end, are around each of them. */
export function lonePoints(values: readonly (number | null)[]): number[] {
  const lone: number[] = [];
  for (let before = -1; before < values.length;) {
    const gap = values.indexOf(null, before + 1);
    const next = gap < 0 ? values.length : gap;
    if (next - before === 2) lone.push(before + 1);
    before = next;
  }
  return lone;
}

function seriesOf(line: ChartSeries, isStacked: boolean, colors: ChartColors): uPlot.Series {
  const { values, style, isStep, isHidden } = line;
  const stroke = colorOf(style, colors);
  const lone = lonePoints(values);
  const stepped = isStep === true ? uPlot.paths.stepped?.({ align: 1 }) : undefined;
  return {
    stroke,
    show: isHidden !== true,
    width: typeof style === "string" && isQuiet(style) ? 1.5 : 2,
    dash: [...dashOf(style)],
    spanGaps: false,
    ...(isStacked && isArea(line) && { fill: areaOf(stroke), width: 1 }),
    ...(stepped && { paths: stepped }),
    points: { show: lone.length > 0, filter: () => lone, size: 6, fill: stroke, stroke, dash: [] },
  };
}

/** Whole numbers, of which the steps of an axis are powers of ten, twice and five times these. */
const wholeNumbers = Array.from({ length: 14 }, (_, power) =>
  [1, 2, 5].map((one) => one * 10 ** power),
).flat();

function axesOf({ zone, unit }: ChartContent, colors: ChartColors, font: string): uPlot.Axis[] {
  const axis = {
    stroke: colors.text,
    font,
    ticks: { show: false },
    grid: { stroke: colors.grid, width: 1 },
  };
  let labels: string[] = [];
  const time: uPlot.Axis = {
    ...axis,
    grid: { show: false },
    size: axisHeight,
    gap: 4,
    lineGap: 1.2,
    splits: (chart, _axis, from, to) => {
      const plotWidth = chart.width - plotInset.left - plotInset.right;
      const most = Math.max(2, Math.floor(plotWidth / labelWidth));
      const ticks = timeTicks(from * 1_000, to * 1_000, zone, most);
      const placed = ticks.map((tick) => ({
        ...tick,
        at: ((tick.time / 1_000 - from) / (to - from)) * plotWidth,
      }));
      labels = labelsThatFit(placed, plotWidth + plotInset.right);
      return ticks.map((tick) => tick.time / 1_000);
    },
    values: () => labels,
  };
  const value: uPlot.Axis = {
    ...axis,
    size: plotInset.left,
    gap: 6,
    space: 36,
    ...(unit.isBinary === true && { incrs: powersOfTwo }),
    ...(unit.isWhole === true && { incrs: wholeNumbers }),
    values: (_chart, splits) => splits.map(unit.axisText),
  };
  return [time, value];
}

/** What is filled between two lines. */
function bandsOf({ series, isStacked = false, band }: ChartContent, colors: ChartColors): uPlot.Band[] {
  const pairs = isStacked ? edgesOf(series) : [];
  const placeOf = (id: string) => series.findIndex((line) => line.id === id);
  return [
    ...pairs.map(([upper, lower]): uPlot.Band => ({ series: [upper + 1, lower + 1] })),
    ...(band
      ? [{ series: [placeOf(band[0]) + 1, placeOf(band[1]) + 1], fill: colors.band } as uPlot.Band]
      : []),
  ];
}

/** The options of a chart with its look, its gestures and what is drawn beside the lines. */
export function chartOptions(
  content: ChartContent,
  actions: ChartActions,
  place: { colors: ChartColors; font: string; width: number; height: number; group: string },
): uPlot.Options {
  const { range, unit, series, isStacked = false } = content;
  const { colors, group } = place;
  return {
    width: place.width,
    height: place.height,
    padding: [8, plotInset.right, 0, 0],
    legend: { show: false },
    scales: {
      x: { time: false, range: () => [range.from, range.to] },
      y: { range: (_chart, _least, most) => [0, unit.top ?? (most > 0 ? most * 1.08 : 1)] },
    },
    axes: axesOf(content, colors, place.font),
    series: [{}, ...series.map((one) => seriesOf(one, isStacked, colors))],
    bands: bandsOf(content, colors),
    focus: { alpha: 0.2 },
    cursor: {
      y: false,
      points: { size: 8, width: 2, stroke: colors.surface },
      drag: { x: true, y: false, setScale: false, dist: leastDrag },
      // A drag in one chart is no drag in the others.
      sync: {
        key: group,
        setSeries: false,
        filters: { pub: (type) => type === "mousemove" || type === "mouseleave" },
      },
      bind: {
        dblclick: () => () => {
          actions.onZoomOut();
          return null;
        },
      },
    },
    hooks: {
      drawAxes: [
        (chart) => drawShaded(chart, content.shaded, { colors, font: place.font }),
        (chart) => drawHatched(chart, content.silent, "silent", { colors, font: place.font }),
        (chart) => drawHatched(chart, content.missing ?? [], "no values", { colors, font: place.font }),
        (chart) => drawMarks(chart, content.marks, colors),
      ],
      setCursor: [({ cursor }) => actions.onCursor((cursor.left ?? -1) < 0 ? null : (cursor.idx ?? null))],
      setSelect: [
        (chart) => {
          const { left, width } = chart.select;
          if (width < leastDrag) return;
          const span = { from: chart.posToVal(left, "x"), to: chart.posToVal(left + width, "x") };
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
          actions.onZoom(span);
        },
      ],
    },
  };
}

/** The values as uPlot takes them. */
export const chartData = ({ times, series, isStacked }: ChartContent): uPlot.AlignedData => [
  times as number[],
  ...(isStacked === true ? stacked(series) : series.map(({ values }) => values)).map(
    (values) => values as (number | null)[],
  ),
];
