import { day } from "@shardwatch/core/kit/time";
import { expect, test } from "vitest";
import { exampleInput, exampleNow } from "./example.ts";
import { measuresOf, type Scored } from "./score.ts";
import type { Answer } from "./types.ts";

type Said = [likely: number, earliest: number, latest: number | null];

const dateIn = (days: number): string => new Date(exampleNow + days * day).toISOString();

/** @param fillsIn days from now; undefined for never @param said days from now, or a word without dates */
function scored(
  fillsIn: number | undefined,
  said: Said | Answer["say"],
  more: Partial<Scored["story"]> = {},
): Scored {
  const nothing = { id: "example", likely: null, earliest: null, latest: null };
  const answer = (): Answer => {
    if (typeof said === "string") return { ...nothing, say: said };
    const [likely, earliest, latest] = said;
    const end = latest === null ? null : dateIn(latest);
    return { id: "example", say: "date", likely: dateIn(likely), earliest: dateIn(earliest), latest: end };
  };
  const truth = fillsIn === undefined ? undefined : exampleNow + fillsIn * day;
  const story = {
    input: exampleInput(),
    family: "family",
    isGrowing: true,
    truth,
    isAtLimit: false,
    ...more,
  };
  return { story, answer: answer() };
}

const names = [
  "named",
  "error",
  "p90",
  "relative",
  "holds",
  "width",
  "false 14",
  "worst",
  "right 14",
  "false date",
  "missed 14",
  "full",
  "full of others",
  "far",
] as const;

/** The value, the number of cases, and whether the bar holds. */
function measured(name: (typeof names)[number], ...all: Scored[]) {
  const measure = measuresOf(all)[names.indexOf(name)];
  return [measure?.value, measure?.cases, measure?.holds];
}

test("every measure of the bars is there, in their order", () => {
  expect(measuresOf([]).map(({ least = "", most = "", unit }) => `${least}-${most} ${unit}`)).toEqual([
    "80- %",
    "-1.5 d",
    "-7 d",
    "-10 %",
    "76-93 %",
    "-50 %",
    "-1.5 %",
    "-10 %",
    "90- %",
    "-5 %",
    "-8 %",
    "98- %",
    "-0.2 %",
    "-2 %",
  ]);
});

test("what fills within 60 days is named by a date within 90, whether the date is right or not", () => {
  expect(measured("named", scored(60, [90, 80, 95]), scored(20, "none"))).toEqual([50, 2, false]);
  expect(measured("named", scored(60, [91, 80, 95]))).toEqual([0, 1, false]);
  expect(measured("named", scored(61, "none"), scored(10, [10, 10, 10]))).toEqual([100, 1, true]);
});

test("the error is taken from what is named, in days, and as a part of the time left, which is three days at least", () => {
  const all = [scored(10, [11, 9, 12]), scored(20, [17, 15, 25]), scored(1, [1.6, 1, 2]), scored(30, "none")];
  expect(measured("error", ...all)).toEqual([1, 3, true]);
  expect(measured("p90", ...all)).toEqual([3, 3, true]);
  const [relative, cases, holds] = measured("relative", ...all);
  expect(relative).toBeCloseTo(15);
  expect([cases, holds]).toEqual([3, false]);
  expect(measured("relative", scored(1, [1.6, 1, 2]))[0]).toBeCloseTo(20);
});

test("an interval holds the truth at its ends, and never what does not fill", () => {
  expect(measured("holds", scored(10, [12, 10, 14]), scored(14, [12, 10, 14]))).toEqual([100, 2, false]);
  expect(measured("holds", scored(9, [12, 10, 14]), scored(15, [12, 10, 14]))).toEqual([0, 2, false]);
  expect(measured("holds", scored(undefined, [12, 10, null]))).toEqual([0, 1, false]);
  expect(measured("holds", scored(100, [50, 10, null]))).toEqual([100, 1, false]);
  const [four, one] = [Array.from({ length: 4 }, () => scored(10, [12, 10, 14])), scored(9, [12, 10, 14])];
  expect(measured("holds", ...four, one)).toEqual([80, 5, true]);
});

test("an interval without a latest date has no width", () => {
  expect(measured("width", scored(20, [20, 15, 25]))).toEqual([50, 1, true]);
  expect(measured("width", scored(20, [20, 15, null]))).toEqual([Infinity, 1, false]);
});

test('"within 14 days" is false from 28 days on, and right within them', () => {
  const all = [
    scored(29, [14, 10, 20]),
    scored(undefined, [15, 10, 20]),
    scored(undefined, "none"),
    scored(28, [14, 10, 20]),
  ];
  expect(measured("false 14", ...all)).toEqual([(100 * 1) / 3, 3, false]);
  expect(measured("right 14", ...all)).toEqual([50, 2, false]);
});

test("the worst family without growth is named, and one with growth is no such family", () => {
  const [still, other] = [
    { isGrowing: false, family: "still" },
    { isGrowing: false, family: "other" },
  ];
  const all = [
    scored(undefined, [5, 5, 5], still),
    scored(undefined, "none", still),
    scored(undefined, "none", other),
    scored(undefined, [5, 5, 5]),
  ];
  expect(measured("worst", ...all)).toEqual([50, 2, false]);
  expect(measuresOf(all)[names.indexOf("worst")]?.name).toContain("(still)");
  expect(measured("worst", scored(undefined, [5, 5, 5]))).toEqual([Number.NaN, 0, true]);
});

test("a date is false for what does not fill within 180 days, and missed for what fills within 14", () => {
  const all = [scored(181, [90, 80, 95]), scored(181, [91, 80, 95]), scored(180, [90, 80, 95])];
  expect(measured("false date", ...all)).toEqual([50, 2, false]);
  expect(
    measured("missed 14", scored(14, [28, 20, 30]), scored(14, [29, 20, 30]), scored(15, "none")),
  ).toEqual([50, 2, false]);
});

test("what is at its limit counts in the measures of the limit alone", () => {
  const full = [
    scored(0, "full", { isAtLimit: true }),
    scored(0, [0, 0, 0], { isAtLimit: true }),
    scored(undefined, "full"),
  ];
  expect(measured("full", ...full)).toEqual([50, 2, false]);
  expect(measured("full of others", ...full)).toEqual([100, 1, false]);
  expect(measured("missed 14", ...full)[1]).toBe(0);
});

test('"not within N days" is false for what fills within 30', () => {
  expect(measured("far", scored(30, "far"), scored(31, "far"), scored(2, "none"))).toEqual([50, 2, false]);
});
