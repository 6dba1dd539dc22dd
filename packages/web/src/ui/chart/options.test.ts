import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { utc } from "../../lib/time/zone.ts";
import type uPlot from "uplot";
import { type ChartContent, changesAt, chartData, chartOptions } from "./options.ts";

const at = (time: string) => Date.parse(`2026-11-22T${time}:00Z`) / 1_000;

// A time of the present year is written without it.
beforeEach(() => void vi.setSystemTime("2026-11-22T12:00:00Z"));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("CHG02 a change belongs to the point that is nearest to it, and says its own time", () => {
  const times = [at("00:00"), at("01:00"), at("02:00")];
  const marks = [
    { at: at("00:40"), text: "limit raised" },
    { at: at("02:50"), text: "upgraded" },
  ];
  const changes = times.map((_, point) => changesAt({ times, marks, zone: utc }, point));
  expect(changes).toEqual([[], ["Nov 22, 00:40 limit raised"], ["Nov 22, 02:50 upgraded"]]);
});

const colors = {
  lines: ["#111"],
  limit: "#222",
  before: "#333",
  warning: "#333",
  critical: "#333",
  others: "#333",
  likely: "#333",
  edge: "#333",
  active: "#333",
  starting: "#333",
  degraded: "#333",
  lost: "#333",
  down: "#333",
  unclear: "#333",
  text: "#444",
  grid: "#555",
  surface: "#666",
  silent: "#777",
  mark: "#888",
  window: "#999",
  band: "#aaa",
};
const actions = { onCursor: () => undefined, onZoom: () => undefined, onZoomOut: () => undefined };
const drawing = { colors, font: "12px sans-serif", width: 400, height: 200, group: "page" };

/** Five hours of which two were silent, with a line, and a limit as a step. */
const content: ChartContent = {
  times: [0, 1, 2, 3, 4].map((hour) => at(`0${hour}:00`)),
  series: [
    { id: "used", label: "Used", values: [1, null, null, 2, 3], style: 0 },
    { id: "limit", label: "Limit", values: [4, null, null, 4, 4], style: "limit", isStep: true },
  ],
  range: { from: at("00:00"), to: at("05:00") },
  unit: { text: String, axisText: String },
  silent: [{ from: at("01:00"), to: at("03:00") }],
  marks: [],
  zone: utc,
};

/** What a chart with a plot of 500 by 100 pixels draws behind its lines: each call with its arguments. */
function drawn(options: uPlot.Options): { name: string; given: unknown[]; stroke: unknown }[] {
  const calls: { name: string; given: unknown[]; stroke: unknown }[] = [];
  const properties: Record<string, unknown> = {};
  const ctx = new Proxy(properties, {
    get: (target, name) =>
      name === "measureText"
        ? () => ({ width: 30 })
        : (...given: unknown[]) =>
            void calls.push({ name: String(name), given, stroke: target["strokeStyle"] }),
  });
  const valToPos = (time: number) => ((time - at("00:00")) / 18_000) * 500;
  const chart = { ctx, bbox: { left: 0, top: 0, width: 500, height: 100 }, valToPos } as unknown as uPlot;
  for (const hook of options.hooks?.drawAxes ?? []) hook?.(chart);
  return calls;
}

test("HIS04 time without reports is hatched and named, and no line is drawn over it", () => {
  vi.stubGlobal("devicePixelRatio", 1);
  const options = chartOptions(content, actions, drawing);
  // uPlot draws no line over a null, unless an option says so.
  expect(chartData(content).slice(1)).toEqual(content.series.map(({ values }) => values));
  expect(options.series.slice(1).map(({ spanGaps }) => spanGaps)).toEqual([false, false]);
  const calls = drawn(options);
  expect(calls.filter(({ name }) => name === "rect").map(({ given }) => given)).toEqual([[100, 0, 200, 100]]);
  const clipped = calls.findIndex(({ name }) => name === "clip");
  const hatch = calls.slice(clipped);
  const begins = hatch.flatMap(({ name, given }) => (name === "moveTo" ? [Number(given[0])] : []));
  // Every sixth pixel, from so far left that the slanted lines fill the whole span.
  expect(begins.every((x, index) => index === 0 || x - (begins[index - 1] ?? 0) === 6)).toBe(true);
  expect([Math.min(...begins) <= 0, Math.max(...begins) >= 294]).toEqual([true, true]);
  expect(hatch.find(({ name }) => name === "stroke")?.stroke).toBe(colors.silent);
  expect(calls.filter(({ name }) => name === "fillText").map(({ given }) => given)).toEqual([
    ["silent", 200, 12],
  ]);
  expect(
    drawn(chartOptions({ ...content, silent: [] }, actions, drawing)).map(({ name }) => name),
  ).not.toContain("clip");
});

test("SCR06 time whose reports had no values is hatched and named as such", () => {
  vi.stubGlobal("devicePixelRatio", 1);
  const missing = [{ from: at("03:00"), to: at("05:00") }];
  const calls = drawn(chartOptions({ ...content, silent: [], missing }, actions, drawing));
  expect(calls.filter(({ name }) => name === "rect").map(({ given }) => given)).toEqual([[300, 0, 200, 100]]);
  expect(calls.filter(({ name }) => name === "fillText").map(({ given }) => given)).toEqual([
    ["no values", 400, 12],
  ]);
});

test("SCR10 the axis of counts has whole steps, and the zone is not at every axis", () => {
  const isWhole = { ...content, unit: { ...content.unit, isWhole: true } };
  const [time, value] = chartOptions(isWhole, actions, drawing).axes ?? [];
  expect(time?.label).toBeUndefined();
  expect((value?.incrs as number[] | undefined)?.every(Number.isInteger)).toBe(true);
});
