import styles from "./chart.css?inline";

const lineNames = ["1", "2", "3", "4", "5"];
const ownNames = [
  "limit",
  "warning",
  "critical",
  "before",
  "others",
  "likely",
  "edge",
  "active",
  "starting",
  "degraded",
  "lost",
  "down",
  "unclear",
] as const;
const otherNames = [...ownNames, "text", "grid", "surface", "silent", "mark", "window", "band"] as const;

type OtherColors = Record<(typeof otherNames)[number], string>;

/** Colours as a canvas takes them. A line has its own by its number. */
export interface ChartColors extends OtherColors {
  lines: readonly string[];
}

/** A canvas knows no custom properties and no light-dark(). As registered colours they are computed to what it knows. */
const registered = [...lineNames, ...otherNames].map(
  (name) => `@property --chart-${name} { syntax: "<color>"; inherits: true; initial-value: currentcolor }\n`,
);

let hasStyles = false;

/** Adds the stylesheet of charts to the page, once. The page's policy allows it, because it is no text of the page. */
export function addChartStyles(): void {
  if (hasStyles) return;
  hasStyles = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(registered.join("") + styles);
  document.adoptedStyleSheets.push(sheet);
}

const known = new Map<string, ChartColors>();

/**
 * The colours of a theme, as a canvas takes them: the styles of charts register them, so their values are computed.
 * @param theme a key under which they are kept
 */
export function chartColors(theme: string): ChartColors {
  const before = known.get(theme);
  if (before) return before;
  const style = getComputedStyle(document.documentElement);
  const computed = (name: string) => style.getPropertyValue(`--chart-${name}`);
  const others = Object.fromEntries(otherNames.map((name) => [name, computed(name)]));
  const colors: ChartColors = { ...(others as OtherColors), lines: lineNames.map(computed) };
  known.set(theme, colors);
  return colors;
}

/**
 * The colour of a line: the limit, the time before, the sum of many, a status, or one of several by its place. The name
 * of a status is that of its colour.
 */
export type LineStyle = (typeof ownNames)[number] | number;

/** Whether a line is a threshold of a rule. It follows from the limit, so tables leave it out. */
export const isThreshold = (style: LineStyle): boolean => style === "warning" || style === "critical";

/** Whether a line has values that were measured. */
export const isMeasured = ({ style }: { style: LineStyle }): boolean => !isThreshold(style);

/** Whether a line is of the time ahead: the likely one, or an edge of what is possible. */
export const isAhead = (style: LineStyle): boolean => style === "likely" || style === "edge";

/** Whether a line is something to compare with, and thin. */
export const isQuiet = (style: LineStyle): boolean =>
  style === "limit" || style === "before" || isThreshold(style) || isAhead(style);

/** The dashes of a line in pixels, on and off; empty for none. Only what is compared with has some. */
export function dashOf(style: LineStyle): readonly number[] {
  if (style === "limit") return [6, 3];
  if (isThreshold(style)) return [1, 3];
  if (style === "likely") return [5, 4];
  return style === "before" ? [2, 3] : [];
}

/** The colour of a line on a canvas. */
export function colorOf(style: LineStyle, colors: ChartColors): string {
  return typeof style === "number"
    ? (colors.lines[style % colors.lines.length] ?? colors.text)
    : colors[style];
}

/** The colour of the area below a line. */
export const areaOf = (color: string): string => `color-mix(in oklab, ${color} 45%, transparent)`;

/** The same colour in the page. */
export function cssColorOf(style: LineStyle): string {
  return `var(--chart-${typeof style === "number" ? lineNames[style % lineNames.length] : style})`;
}
