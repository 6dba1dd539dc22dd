import type uPlot from "uplot";
import type { ChartColors } from "./colors.ts";
import type { ChartMark, Span } from "./types.ts";

/** The distance of the lines of a hatch, in pixels. */
const hatch = 6;

/** Lines from below left to above right. They begin at whole steps of the plot, so that spans look alike. */
function hatchSpan(
  context: CanvasRenderingContext2D,
  left: number,
  right: number,
  { top, height }: uPlot.BBox,
) {
  const step = hatch * devicePixelRatio;
  context.save();
  context.beginPath();
  context.rect(left, top, Math.max(right - left, 1), height);
  context.clip();
  context.beginPath();
  for (let x = Math.floor((left - height) / step) * step; x < right; x += step) {
    context.moveTo(x, top + height);
    context.lineTo(x + height, top);
  }
  context.stroke();
  context.restore();
}

/** Hatches times without reports or values, and says what they are where the words have space. */
export function drawHatched(
  chart: uPlot,
  spans: readonly Span[],
  words: string,
  { colors, font }: { colors: ChartColors; font: string },
): void {
  if (spans.length === 0) return;
  const { ctx: context, bbox } = chart;
  context.save();
  context.strokeStyle = colors.silent;
  context.lineWidth = devicePixelRatio;
  const ratio = devicePixelRatio;
  context.font = font.replace(/^[\d.]+/, (size) => String(Number(size) * ratio));
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const span of spans) {
    const left = Math.max(bbox.left, chart.valToPos(span.from, "x", true));
    const right = Math.min(bbox.left + bbox.width, chart.valToPos(span.to, "x", true));
    if (right <= left) continue;
    hatchSpan(context, left, right, bbox);
    const { width } = context.measureText(words);
    const [space, middle] = [8 * ratio, (left + right) / 2];
    if (right - left < width + space) continue;
    const line = bbox.top + 12 * ratio;
    context.fillStyle = colors.surface;
    context.fillRect(middle - width / 2 - space / 2, line - 8 * ratio, width + space, 16 * ratio);
    context.fillStyle = colors.text;
    context.fillText(words, middle, line);
  }
  context.restore();
}

/** Shades a time from top to bottom, and says at its foot what it is, where the words have space. */
export function drawShaded(
  chart: uPlot,
  shaded: (Span & { text: string }) | undefined,
  { colors, font }: { colors: ChartColors; font: string },
): void {
  if (!shaded) return;
  const { ctx: context, bbox } = chart;
  const ratio = devicePixelRatio;
  const left = Math.max(bbox.left, chart.valToPos(shaded.from, "x", true));
  const right = Math.min(bbox.left + bbox.width, chart.valToPos(shaded.to, "x", true));
  if (right <= left) return;
  context.save();
  context.fillStyle = colors.window;
  context.fillRect(left, bbox.top, right - left, bbox.height);
  context.font = font.replace(/^[\d.]+/, (size) => String(Number(size) * ratio));
  context.textAlign = "center";
  context.textBaseline = "bottom";
  if (context.measureText(shaded.text).width + 8 * ratio <= right - left) {
    context.fillStyle = colors.text;
    context.fillText(shaded.text, (left + right) / 2, bbox.top + bbox.height - 6 * ratio);
  }
  context.restore();
}

/** A dashed line at each change, with a small flag on top. */
export function drawMarks(chart: uPlot, marks: readonly ChartMark[], colors: ChartColors): void {
  const { ctx: context, bbox } = chart;
  const ratio = devicePixelRatio;
  context.save();
  context.strokeStyle = colors.mark;
  context.fillStyle = colors.mark;
  context.lineWidth = ratio;
  context.setLineDash([3 * ratio, 3 * ratio]);
  for (const { at } of marks) {
    const x = chart.valToPos(at, "x", true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    context.beginPath();
    context.moveTo(x, bbox.top);
    context.lineTo(x, bbox.top + bbox.height);
    context.stroke();
    context.beginPath();
    context.moveTo(x, bbox.top);
    context.lineTo(x + 7 * ratio, bbox.top + 4 * ratio);
    context.lineTo(x, bbox.top + 8 * ratio);
    context.fill();
  }
  context.restore();
}
