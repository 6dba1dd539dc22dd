import { expect, test } from "vitest";
import { type Limited, runwayOf } from "../contract/outlook/runway.ts";
import { type DayOfMemory, evictsNow, type MemoryPast } from "./past.ts";
import { trendOfMemory } from "./trend-of-memory.ts";

const GiB = 1024 ** 3;
const limit = 100 * GiB;

type Percent = (day: number) => number | undefined;

interface Options {
  /** How many days are known. */
  known?: number;
  /** The limit of each day, GiB. */
  limitOf?: (day: number) => number;
  /** Makes everything larger. */
  times?: number;
}

/** Ninety days whose peaks are percents of 100 GiB. The newest day is 0, the day before it −1. */
function pastOf(percent: Percent, { known = 90, limitOf = () => 100, times = 1 }: Options = {}): MemoryPast {
  const used = (day: number) => {
    const value = day > -known ? percent(day) : undefined;
    return value === undefined ? undefined : value * GiB * times;
  };
  const days = Array.from({ length: 90 }, (_, index): DayOfMemory => {
    const day = index - 89;
    return { peak: used(day), limit: limitOf(day) * GiB * times };
  });
  const hours = Array.from({ length: 336 }, (_, index) => used((index - 335) / 24));
  return { days, hours, limit: limit * times, fullAt: 1 };
}

function said(past: MemoryPast, more: Partial<Limited> = {}) {
  const used = past.days.at(-1)?.peak;
  return runwayOf(trendOfMemory(past), { used, limit: past.limit, fullAt: 1, evicts: false, ...more });
}

/** The likely date in days from the end of the newest day on, with the interval. */
function datesIn(past: MemoryPast) {
  const runway = said(past);
  if (runway.say !== "date") throw new Error(`it says ${runway.say}`);
  return { ...runway.dates, pace: runway.growth.pace, days: runway.growth.days };
}

const steady: Percent = (day) => 50 + day;

test("CHG04 one percent a day from half full on is full in 49 to 50 days", () => {
  const { earliest, likely, latest, pace, days } = datesIn(pastOf(steady));
  expect(likely).toBeGreaterThanOrEqual(49);
  expect(likely).toBeLessThanOrEqual(50);
  expect(earliest).toBeLessThan(49.5);
  expect(latest).toBeGreaterThan(49.5);
  expect({ pace, days }).toEqual({ pace: "steady", days: 84 });
});

test.for<[string, Percent]>([
  ["a day of 99 percent", (day) => (day === -20 ? 99 : 50 + day)],
  ["every fifth day unknown", (day) => (day % 5 === 0 ? undefined : 50 + day)],
])("CHG04 %s moves the date by at most a day", ([, percent]) => {
  expect(Math.abs(datesIn(pastOf(percent)).likely - datesIn(pastOf(steady)).likely)).toBeLessThanOrEqual(1);
});

test("CHG04 slow growth is not full within 120 days", () => {
  expect(said(pastOf((day) => 50 + 0.2 * day))).toMatchObject({ say: "far", growth: { within: 120 } });
});

test.for<[string, Percent]>([
  ["a constant level", () => 50],
  ["shrinking", (day) => 50 - 0.3 * day],
  ["a wave of a week", (day) => 50 + 10 * Math.sin((2 * Math.PI * day) / 7)],
  ["a sawtooth of ten days", (day) => 40 + 3 * (((day % 10) + 10) % 10)],
  ["a step forty days ago", (day) => (day < -40 ? 30 : 60)],
])("CHG04 %s says nothing", ([, percent]) => {
  expect(said(pastOf(percent))).toEqual({ say: "none" });
});

test.for([4, 6])("CHG04 %i days of growth are too early", (known) => {
  expect(said(pastOf(steady, { known }))).toEqual({ say: "early", days: known });
});

test("CHG04 nine days without older ones have a date", () => {
  const { likely, days } = datesIn(pastOf((day) => 60 + 3 * day, { known: 9 }));
  expect(likely).toBeCloseTo(13.3, 0);
  expect(days).toBe(9);
});

test("CHG04 after a flush only the growth since then counts", () => {
  const { likely, days } = datesIn(pastOf((day) => (day < -30 ? 75 + (day + 30) / 4 : 70 + day)));
  expect(likely).toBeGreaterThanOrEqual(29);
  expect(likely).toBeLessThanOrEqual(30);
  expect(days).toBeLessThanOrEqual(30);
});

test("CHG04 no window holds a flush: the days of growth are those since then", () => {
  const { days } = datesIn(pastOf((day) => (day < -12 ? 80 + (day + 12) / 4 : 64 + 2 * day)));
  expect(days).toBeLessThanOrEqual(12);
});

test("CHG04 days at a smaller limit show that limit, and are no growth", () => {
  const limitOf = (day: number) => (day < -20 ? 60 : 100);
  const { likely } = datesIn(pastOf((day) => (day < -20 ? 60 : 80 + day), { limitOf }));
  expect(likely).toBeGreaterThanOrEqual(19);
  expect(likely).toBeLessThanOrEqual(20);
});

test("CHG04 growth by the same part each day is named faster, and its interval holds the true day", () => {
  const { earliest, latest, pace } = datesIn(pastOf((day) => 50 * 1.03 ** day));
  expect(pace).toBe("faster");
  expect(earliest).toBeLessThan(23.4);
  expect(latest).toBeGreaterThan(23.4);
});

test("CHG04 five percent a day since five days is full in eight to nine days", () => {
  const { likely } = datesIn(pastOf((day) => (day < -5 ? 30 : 55 + 5 * day)));
  expect(likely).toBeGreaterThanOrEqual(8);
  expect(likely).toBeLessThanOrEqual(9);
});

test("CHG04 two days of fast growth have a date by their hours", () => {
  const { earliest, latest, days } = datesIn(pastOf((day) => (day <= -2 ? 30 : 50 + 10 * day)));
  expect(days).toBe(2);
  expect(earliest).toBeLessThan(5);
  expect(latest).toBeGreaterThan(5);
});

test("CHG04 at its limit has no date, and neither has what evicts", () => {
  expect(said(pastOf(() => 99))).toEqual({ say: "full" });
  expect(said(pastOf(steady), { evicts: true })).toEqual({ say: "full" });
  expect(said(pastOf(steady), { fullAt: 0.5, used: 50 * GiB })).toEqual({ say: "full" });
});

test("CHG04 three days of evictions in seven count, days with a smaller limit do not", () => {
  const past = pastOf(steady, { limitOf: (day) => (day < -3 ? 60 : 100) });
  const evicted = (days: readonly number[]) => past.days.map((_, index) => Number(days.includes(index - 89)));
  expect(evictsNow(past, evicted([0, -1, -2]))).toBe(true);
  expect(evictsNow(past, evicted([0, -1]))).toBe(false);
  expect(evictsNow(past, evicted([0, -1, -4, -5, -6]))).toBe(false);
});

const stories: Record<string, Percent> = {
  steady,
  wavy: (day) => 60 + 0.4 * day + 3 * Math.sin((2 * Math.PI * day) / 7) + Math.sin(day * 12.9898) * 1.5,
  young: (day) => (day < -12 ? 20 : 56 + 3 * day),
  bent: (day) => 60 * 1.015 ** day,
  still: (day) => 40 + Math.sin(day * 78.233),
};

test.for(Object.entries(stories))("CHG04 sizes have no part in it: %s", ([, percent]) => {
  const [plain, huge] = [said(pastOf(percent)), said(pastOf(percent, { times: 2 ** 40 }))];
  expect(huge.say).toBe(plain.say);
  if (plain.say !== "date" || huge.say !== "date") return;
  for (const part of ["earliest", "likely", "latest"] as const)
    expect(huge.dates[part]).toBeCloseTo(plain.dates[part], 6);
});

test.for(Object.entries(stories))("CHG04 a larger limit never brings the date forward: %s", ([, percent]) => {
  const trend = trendOfMemory(pastOf(percent));
  let before = { earliest: 0, likely: 0, latest: 0 };
  for (const size of [70, 85, 100, 120, 160]) {
    const runway = runwayOf(trend, { used: 0, limit: size * GiB, fullAt: 1, evicts: false });
    if (runway.say !== "date") continue;
    const { earliest, likely, latest } = runway.dates;
    expect(earliest).toBeLessThanOrEqual(likely);
    expect(likely).toBeLessThanOrEqual(latest);
    for (const part of ["earliest", "likely", "latest"] as const)
      expect(runway.dates[part]).toBeGreaterThanOrEqual(before[part]);
    before = runway.dates;
  }
});

test.for(Object.entries(stories))("CHG04 days older than ninety change nothing: %s", ([, percent]) => {
  const past = pastOf(percent);
  const older = Array.from({ length: 60 }, () => ({ peak: 99 * GiB, limit }));
  expect(trendOfMemory({ ...past, days: [...older, ...past.days] })).toEqual(trendOfMemory(past));
});

test.for(Object.entries(stories))(
  "CHG04 an unknown day brings no date forward by a day: %s",
  ([, percent]) => {
    const known = said(pastOf(percent));
    if (known.say !== "date") return;
    for (const hidden of [-3, -17, -40]) {
      const smooth: Percent = (day) =>
        Math.ceil(day) === hidden ? ((percent(day - 1) ?? 0) + (percent(day + 1) ?? 0)) / 2 : percent(day);
      const [without, filled] = [
        said(pastOf((day) => (Math.ceil(day) === hidden ? undefined : percent(day)))),
        said(pastOf(smooth)),
      ];
      if (without.say !== "date" || filled.say !== "date") continue;
      expect(without.dates.likely).toBeGreaterThan(filled.dates.likely - 1);
    }
  },
);
