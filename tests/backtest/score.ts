import { day } from "@shardwatch/core/kit/time";
import { median, percentile } from "../bench/table.ts";
import type { Answer, Story } from "./types.ts";

/** A story and what a method says of it. */
export interface Scored {
  story: Story;
  answer: Answer;
}

/** A measure and its bar. A value of NaN has no case: no bar fails because of it. */
export interface Measure {
  name: string;
  unit: "%" | "d";
  value: number;
  /** How many databases it is taken from. */
  cases: number;
  least?: number;
  most?: number;
  holds: boolean;
}

/** Days from now to each date that was said, and to the truth. A date that was not said is NaN. */
interface Times {
  left: number;
  likely: number;
  earliest: number;
  latest: number;
}

/** What fills within so many days is expected to be named, by a date within so many. */
const named = { fills: 60, within: 90 } as const;
const soon = { says: 14, within: 28 } as const;
/** What does not fill within so many days is expected not to be named. */
const never = 180;
const shortest = 3;

function timesOf({ story: { input, truth }, answer }: Scored): Times {
  const now = Date.parse(input.now);
  const daysTo = (date: string | null) => (date === null ? Number.NaN : (Date.parse(date) - now) / day);
  const { say, likely, earliest, latest } = answer;
  const left = truth === undefined ? Infinity : (truth - now) / day;
  if (say !== "date") return { left, likely: Number.NaN, earliest: Number.NaN, latest: Number.NaN };
  const end = latest === null ? Infinity : daysTo(latest);
  return { left, likely: daysTo(likely), earliest: daysTo(earliest), latest: end };
}

/** Every measure of the outlook's bars, in their order. What is at its limit counts in the two about the limit alone. */
export function measuresOf(all: readonly Scored[]): Measure[] {
  const [atLimit, others] = [true, false].map((wanted) =>
    all.filter(({ story }) => story.isAtLimit === wanted),
  ) as [Scored[], Scored[]];
  const times = others.map(timesOf);
  const fills = times.filter(({ left }) => left <= named.fills);
  const hits = fills.filter(({ likely }) => likely <= named.within);
  const errors = hits.map(({ likely, left }) => Math.abs(likely - left));
  const said = times.filter(({ likely }) => likely <= named.within);
  const soonSaid = times.filter(({ likely }) => likely <= soon.says);
  const far = others.filter(({ answer }) => answer.say === "far");
  const ofLeft = ({ left }: Times) => Math.max(left, shortest);
  return [
    shareWhere("fills within 60 d, gets a date within 90 d", fills, (one) => hits.includes(one), {
      least: 80,
    }),
    measure("error, median", "d", median(errors), hits.length, { most: 1.5 }),
    measure("error, 90th percentile", "d", percentile(errors, 90), hits.length, { most: 7 }),
    measure(
      "error as part of the time left, median",
      "%",
      100 * median(hits.map((one) => Math.abs(one.likely - one.left) / ofLeft(one))),
      hits.length,
      { most: 10 },
    ),
    shareWhere(
      "intervals that hold the truth, of all dates within 90 d",
      said,
      ({ earliest, latest, left }) => left < Infinity && earliest <= left && left <= latest,
      { least: 76, most: 93 },
    ),
    measure(
      "width of the interval as part of the time left, median",
      "%",
      100 * median(hits.map((one) => (one.latest - one.earliest) / ofLeft(one))),
      hits.length,
      { most: 50 },
    ),
    falseSoon(times),
    worstFamily(others),
    shareWhere('"within 14 days" that is true within 28', soonSaid, ({ left }) => left <= soon.within, {
      least: 90,
    }),
    shareWhere(
      "a date within 90 d for what does not fill within 180 d",
      times.filter(({ left }) => left > never),
      ({ likely }) => likely <= named.within,
      { most: 5 },
    ),
    shareWhere(
      "fills within 14 d without a date within 28 d",
      times.filter(({ left }) => left <= soon.says),
      ({ likely }) => !(likely <= soon.within),
      { most: 8 },
    ),
    shareWhere('"at its limit" of what is at its limit', atLimit, isFull, { least: 98 }),
    shareWhere('"at its limit" of others', others, isFull, { most: 0.2 }),
    shareWhere('"not within N days" that fills within 30 d', far, (one) => timesOf(one).left <= 30, {
      most: 2,
    }),
  ];
}

const isFull = ({ answer }: Scored): boolean => answer.say === "full";

/** "Full within 14 days" said of what fills after 28 days or never. */
const falseSoon = (times: readonly Times[]): Measure =>
  shareWhere(
    'false "within 14 days"',
    times.filter(({ left }) => left > soon.within),
    ({ likely }) => likely <= soon.says,
    { most: 1.5 },
  );

/** The largest share of false "within 14 days" in a family without growth. */
function worstFamily(others: readonly Scored[]): Measure {
  const families = Map.groupBy(
    others.filter(({ story }) => !story.isGrowing),
    ({ story }) => story.family,
  );
  const worst = [...families]
    .map(([family, scored]) => ({ family, ...falseSoon(scored.map(timesOf)) }))
    .reduce((left, right) => (right.value > left.value ? right : left), {
      family: "none",
      value: Number.NEGATIVE_INFINITY,
      cases: 0,
    });
  const value = worst.cases === 0 ? Number.NaN : worst.value;
  const name = `the same, worst family without growth (${worst.family})`;
  return measure(name, "%", value, worst.cases, { most: 10 });
}

type Bar = { least?: number; most?: number };

function measure(name: string, unit: "%" | "d", value: number, cases: number, bar: Bar): Measure {
  const { least = -Infinity, most = Infinity } = bar;
  return { name, unit, value, cases, ...bar, holds: cases === 0 || (value >= least && value <= most) };
}

/** How many percent of the cases are so. */
function shareWhere<Case>(
  name: string,
  cases: readonly Case[],
  isSo: (one: Case) => boolean,
  bar: Bar,
): Measure {
  return measure(name, "%", (100 * cases.filter(isSo).length) / cases.length, cases.length, bar);
}
