import type { History, HistorySeries } from "@shardwatch/core/contract/history/history";
import { expect, test } from "vitest";
import { chartsCsv } from "../../../../ui/chart/csv.ts";
import { lonePoints } from "../../../../ui/chart/options.ts";
import { comparedWith, drawingOf, isZero, reasonOfAll } from "./lines.ts";
import { plansOf, withoutCritical } from "./plans.ts";

const [memory, operations] = plansOf({ type: "STANDALONE" }, "total");
const plan = memory ?? expect.fail("no chart");
const series = (
  metric: HistorySeries["metric"],
  values: (number | null)[],
  database: string | null = null,
  others?: number,
): HistorySeries => ({
  metric,
  database,
  unit: "bytes",
  of: "largest",
  values,
  ...(others !== undefined && { others }),
});
const history = (all: HistorySeries[], unknown: History["unknown"] = []): History => ({
  from: "2026-11-22T00:00:00.000Z",
  to: "2026-11-22T00:10:00.000Z",
  step: 300,
  newest: null,
  begins: null,
  series: all,
  status: [],
  unknown,
});
const named = (id: string) => `name of ${id}`;

test("HIS02 memory has its limit as a step line; a limit of zero is no limit and no line", () => {
  const limited = drawingOf(
    history([series("memoryUsed", [1, 2]), series("memoryLimit", [4, 4])]),
    plan,
    false,
    named,
  );
  expect(limited.series).toMatchObject([
    { label: "Used", style: 0 },
    { label: "Limit", style: "limit", isStep: true, values: [4, 4] },
  ]);
  const free = drawingOf(
    history([series("memoryUsed", [1, 2]), series("memoryLimit", [0, 0])]),
    plan,
    false,
    named,
  );
  expect(free.series).toHaveLength(1);
  expect(free).toMatchObject({ isUnlimited: true, reason: undefined });
});

test("HIS15 a metric without any value says why in its chart's place", () => {
  const reason = "Redis Cloud's API doesn't report it.";
  const found = history([series("memoryUsed", [1, 2])], [{ metric: "ops", reason }]);
  expect(drawingOf(found, operations ?? plan, false, named)).toMatchObject({ series: [], reason });
});

test("HIS02 each database has a line, and the sum of the others is off while it would hide them", () => {
  const own = Array.from({ length: 12 }, (_, index) => series("memoryUsed", [10, 20 - index], `${index}`));
  const small = drawingOf(history([...own, series("memoryUsed", [30, 30], null, 48)]), plan, true, named);
  expect(small.series).toHaveLength(13);
  expect(small.series[0]).toMatchObject({ id: "0", label: "name of 0", style: 0 });
  expect(small.series[12]).toMatchObject({ label: "48 others", style: "others", isHidden: false });
  const large = drawingOf(history([...own, series("memoryUsed", [900, 900], null, 48)]), plan, true, named);
  expect(large.series[12]).toMatchObject({ isHidden: true });
});

test("HIS04 a point without neighbours is a dot", () => {
  expect(lonePoints([1, null, 2, null, 3, 4, null])).toEqual([0, 2]);
  expect(lonePoints([null, 5])).toEqual([1]);
  expect(lonePoints([1, 2])).toEqual([]);
});

test("HIS10 the file has each step with its time, exact values, and nothing for a gap", () => {
  const found = history([series("memoryUsed", [3_221_225_472, null]), series("memoryLimit", [0, 0])]);
  const times = [Date.parse(found.from) / 1_000, Date.parse(found.from) / 1_000 + 300];
  const { series: lines } = drawingOf(found, plan, false, named);
  const range = { from: times[0] ?? 0, to: (times[0] ?? 0) + 600 };
  const text = chartsCsv(
    [{ title: plan.title, content: { times, series: lines, range, unit: plan.unit } }],
    [{ status: "active", ...range }],
  );
  expect(text).toBe(
    "time,status,Memory: Used (bytes)\r\n2026-11-22T00:00:00.000Z,active,3221225472\r\n2026-11-22T00:05:00.000Z,active,\r\n",
  );
});

test("SCR06 a reason that all charts have is said once, and others at each chart", () => {
  const unread = { reason: "The databases could not be read in this time." };
  expect(reasonOfAll([unread, unread])).toBe(unread.reason);
  expect(reasonOfAll([unread, { reason: "No replicas." }])).toBeUndefined();
  expect(reasonOfAll([unread, { reason: undefined }])).toBeUndefined();
});

test("SCR10 the period before is a dotted line beside the first one, and of each database while it is alone", () => {
  const times = [0, 300].map((offset) => Date.parse("2026-11-22T00:00:00Z") / 1_000 + offset);
  const compared = {
    times,
    range: { from: times[0] ?? 0, to: (times[0] ?? 0) + 600 },
    unit: plan.unit,
    period: "day",
  } as const;
  const former = (all: HistorySeries[]) => ({ ...history(all), from: "2026-11-21T00:00:00.000Z" });
  const total = [series("memoryUsed", [2, 4]), series("memoryLimit", [9, 9])];
  const past = former([series("memoryUsed", [1, 2]), series("memoryLimit", [8, 8])]);
  const drawn = comparedWith(
    drawingOf(history(total), plan, false, named),
    drawingOf(past, plan, false, named),
    past,
    compared,
  );
  expect(drawn.series.map(({ label }) => label)).toEqual(["Used", "Limit", "Day before"]);
  expect(drawn.series[2]).toMatchObject({ style: "before", values: [1, 2] });
  expect(drawn.series[2]?.text?.(true)).toBe("100% more than the day before");
  const split = [series("memoryUsed", [2, 4], "a"), series("memoryUsed", [1, 1], null, 3)];
  const splitPast = former([series("memoryUsed", [1, 2], "a"), series("memoryUsed", [1, 1], null, 3)]);
  const each = comparedWith(
    drawingOf(history(split), plan, true, named),
    drawingOf(splitPast, plan, true, named),
    splitPast,
    compared,
  );
  expect(each.series.map(({ id, isHidden = false }) => [id, isHidden])).toEqual([
    ["a", false],
    ["others", false],
    ["a before", true],
  ]);
});

test("SCR10 HIS15 a metric of zeros is folded; one that is not known is not, and one that was there before is not", () => {
  const zero = [0, 0, null];
  const line = { id: "a", label: "a", style: 0, values: zero };
  expect(isZero({ series: [line], reason: undefined })).toBe(true);
  expect(isZero({ series: [], reason: "Redis Cloud's API doesn't report it." })).toBe(false);
  expect(isZero({ series: [line, { ...line, style: "before", values: [0, 1, 0] }], reason: undefined })).toBe(
    false,
  );
  expect(isZero({ series: [line, { ...line, style: "limit", values: [4, 4, 4] }], reason: undefined })).toBe(
    true,
  );
});

test("SCR10 a memory that a rule watches has the thresholds of the rule, which follow the limit", () => {
  const found = history([series("memoryUsed", [1, 2, 3]), series("memoryLimit", [100, 0, 200])]);
  const { series: lines } = drawingOf(found, plan, false, named, true);
  expect(lines.slice(2).map(({ style, values }) => [style, values])).toEqual([
    ["warning", [90, null, 180]],
    ["critical", [95, null, 190]],
  ]);
  expect(drawingOf(found, plan, false, named).series).toHaveLength(2);
  const free = history([series("memoryUsed", [1]), series("memoryLimit", [0])]);
  expect(drawingOf(free, plan, false, named, true).series).toHaveLength(1);
});

test("RUN01 a memory that keys with an expiry can free has no critical threshold", () => {
  const found = history([series("memoryUsed", [1]), series("memoryLimit", [100])]);
  const { series: lines } = drawingOf(found, withoutCritical(plan), false, named, true);
  expect(lines.slice(2).map(({ style }) => style)).toEqual(["warning"]);
});
