import styles from "./chart.css?inline";

/** Names of colours: of a line by its number, of a limit, of a sum of many, of axes, of time without reports. */
export interface ChartColors {
  lines: readonly string[];
  limit: string;
  others: string;
  text: string;
  grid: string;
  surface: string;
  silent: string;
  mark: string;
}

const lineNames = ["1", "2", "3", "4", "5", "6"].map((name) => `--chart-${name}`);

let hasStyles = false;

/** Adds the stylesheet of charts to the page, once. The page's policy allows it, because it is no text of the page. */
export function addChartStyles(): void {
  if (hasStyles) return;
  hasStyles = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}

const tokens: Record<Exclude<keyof ChartColors, "lines">, string> = {
  limit: "--color-bad",
  others: "--color-faint",
  text: "--color-muted",
  grid: "--color-line",
  surface: "--color-surface",
  silent: "--chart-silent",
  mark: "--color-admin",
};

const colorIn = (probe: HTMLElement) => getComputedStyle(probe).color;

const known = new Map<string, ChartColors>();

/**
 * The colours of a theme, as a canvas takes them. A canvas knows no custom properties and no light-dark().
 * @param theme a key under which they are kept
 */
export function chartColors(theme: string): ChartColors {
  const before = known.get(theme);
  if (before) return before;
  // All probes come into the page at once: the browser computes the styles once.
  const probes = document.createElement("div");
  const probeOf = (name: string) => {
    const probe = document.createElement("span");
    probe.style.color = `var(${name})`;
    probes.append(probe);
    return probe;
  };
  const lines = lineNames.map(probeOf);
  const others = Object.entries(tokens).map(([key, name]) => [key, probeOf(name)] as const);
  document.body.append(probes);
  const colors = {
    lines: lines.map(colorIn),
    ...Object.fromEntries(others.map(([key, probe]) => [key, colorIn(probe)])),
  } as unknown as ChartColors;
  probes.remove();
  known.set(theme, colors);
  return colors;
}

/** Lines differ in their dashes too: not everybody can distinguish these colours. In pixels, on and off. */
const dashes: readonly (readonly number[])[] = [
  [],
  [8, 4],
  [2, 3],
  [10, 3, 2, 3],
  [14, 5],
  [5, 2],
  [8, 3, 2, 3, 2, 3],
  [4, 6],
  [1, 5],
  [12, 3, 5, 3],
  [18, 3, 2, 3],
  [6, 6, 2, 6],
];

/** Whether a line is the limit, the sum of many, or one of several by its place. */
export type LineLook = "limit" | "others" | number;

/** The dashes of a line; empty for none. */
export function dashOf(look: LineLook): readonly number[] {
  if (look === "limit") return [6, 3];
  return look === "others" ? [3, 3] : (dashes[look % dashes.length] ?? []);
}

/** The colour of a line on a canvas. */
export function colorOf(look: LineLook, colors: ChartColors): string {
  return typeof look === "number" ? (colors.lines[look % colors.lines.length] ?? colors.text) : colors[look];
}

/** The same colour in the page. */
export function cssColorOf(look: LineLook): string {
  if (typeof look === "number") return `var(${lineNames[look % lineNames.length]})`;
  return look === "limit" ? "var(--color-bad)" : "var(--color-faint)";
}
