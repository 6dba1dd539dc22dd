import { readFileSync } from "node:fs";
import { chromium, type Page } from "@playwright/test";
import { build, type Plugin } from "esbuild";
import { chromiumPath } from "../../scripts/lib/browser.mjs";
import { type Figure, median } from "./table.ts";

const warmUps = 3;
const rounds = 41;
const points = 1_440;
const goal = 1.3;

/** Vite's import of a stylesheet as a text. */
const inlineStyles: Plugin = {
  name: "inline-styles",
  setup(bundler) {
    bundler.onResolve({ filter: /\.css\?inline$/ }, ({ path, resolveDir }) => ({
      path: `${resolveDir}/${path.replace("?inline", "")}`,
      namespace: "styles",
    }));
    bundler.onLoad({ filter: /./, namespace: "styles" }, ({ path }) => ({
      contents: readFileSync(path, "utf8"),
      loader: "text",
    }));
  },
};

type Kind = "ours" | "alone" | "empty";

/**
 * A page that has drawn rows before, as every page has when its first chart comes near. React's own first work is no
 * part of the chart. `show` draws one of the charts and answers the milliseconds until it is painted.
 */
const program = `
  import { createElement, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
  import { createRoot } from "react-dom/client";
  import { flushSync } from "react-dom";
  import uPlot from "uplot";
  import { addChartStyles } from "./ui/chart/colors.ts";
  import { TimeChart } from "./ui/chart/TimeChart.tsx";
  import { utc } from "./lib/time/zone.ts";

  const size = { width: 600, height: 224 };
  const begin = 1_763_752_800;
  const times = Array.from({ length: ${points} }, (_, index) => begin + index * 60);
  const lineOf = (line) => ({
    id: String(line),
    label: "db-" + line,
    look: line,
    values: times.map((_, index) => (index % 300 === 299 ? null : 1e9 * (line + 1 + Math.sin(index / 90)))),
  });
  const content = {
    times,
    series: [0, 1, 2, 3].map(lineOf),
    range: { from: begin, to: begin + ${points} * 60 },
    unit: { text: String, axisText: String, isBinary: true },
    silent: [{ from: begin + 299 * 60, to: begin + 300 * 60 }],
    marks: [],
    zone: utc,
  };
  // The module of the charts adds the styles when it loads.
  addChartStyles();
  function Row({ number }) {
    const [value, setValue] = useState(number);
    const item = useRef(null);
    const text = useMemo(() => "row " + value, [value]);
    useEffect(() => () => undefined, []);
    useLayoutEffect(() => void item.current.toggleAttribute("data-row", true));
    const swatch = createElement("svg", { viewBox: "0 0 8 8" }, createElement("line", { x1: "0", style: { stroke: "red" } }));
    const button = createElement("button", { type: "button", onClick: () => setValue(0) }, text);
    return createElement("li", { ref: item, id: useId(), className: "row", "aria-label": text }, swatch, button);
  }
  const rows = (key) => Array.from({ length: 30 }, (_, number) => createElement(Row, { key: key + number, number }));
  const place = document.querySelector("main");
  const root = createRoot(place);
  for (const key of ["a", "b", "c"]) flushSync(() => root.render(createElement("ul", null, rows(key))));
  flushSync(() => root.render(createElement("p", null, "tab")));
  const colors = ["red", "green", "blue", "black"].map((stroke) => ({ stroke }));
  const nothing = () => undefined;
  const draw = {
    ours: () =>
      flushSync(() =>
        root.render(
          createElement(TimeChart, {
            label: "bench", content, height: size.height, lit: undefined, point: null, group: "bench",
            onCursor: nothing, onZoom: nothing, onZoomOut: nothing,
          }),
        ),
      ),
    alone: () => new uPlot({ ...size, series: [{}, ...colors] }, [times, ...content.series.map(({ values }) => values)], place),
    empty: () => new uPlot({ ...size, series: [{}, ...colors] }, [[], [], [], [], []], place),
  };
  window.show = (kind) =>
    new Promise((resolve) => {
      const start = performance.now();
      draw[kind]();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - start);
        port2.postMessage(0);
      });
    });
`;

/** The page's program, for a browser. */
export async function bundleCharts(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: "packages/web/src", loader: "tsx" },
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [inlineStyles],
  });
  return outputFiles[0]?.text ?? "";
}

/**
 * P17: the time until the first chart of a page is painted, beside that of uPlot alone with the same lines, and
 * without any.
 */
export async function charts(): Promise<Figure[]> {
  const script = await bundleCharts();
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: ["--no-sandbox", "--disable-dev-shm-usage"],
  });
  try {
    const times: Record<Kind, number[]> = { ours: [], alone: [], empty: [] };
    for (let round = 0; round < warmUps + rounds; round += 1)
      for (const kind of ["empty", "alone", "ours"] as const) {
        const time = await firstPaint(await browser.newPage(), script, kind);
        if (round >= warmUps) times[kind].push(time);
      }
    const [ours, alone, empty] = [median(times.ours), median(times.alone), median(times.empty)];
    return [
      {
        metric: `P17 first chart painted, ${points} points × 4 lines, ms`,
        reference: `uPlot alone, same lines: ${alone.toFixed(1)}; without lines: ${empty.toFixed(1)}`,
        ours: ours.toFixed(1),
        ratio: ours / alone,
        goal,
      },
    ];
  } finally {
    await browser.close();
  }
}

/** In a page of its own, so that each chart is the first one. */
async function firstPaint(page: Page, script: string, kind: Kind): Promise<number> {
  await page.setContent("<main style='width: 600px'></main>");
  await page.addScriptTag({ content: script });
  // Whatever the page still does has ended.
  await page.waitForTimeout(50);
  const time = await page.evaluate<number>(`show("${kind}")`);
  await page.close();
  return time;
}
