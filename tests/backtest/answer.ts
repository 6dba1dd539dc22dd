import { type Dates, runwayOf } from "@shardwatch/core/contract/outlook/runway";
import { day } from "@shardwatch/core/kit/time";
import { type DayOfMemory, evictsNow } from "@shardwatch/core/outlook/past";
import { trendOfMemory } from "@shardwatch/core/outlook/trend-of-memory";
import type { Answer, Day, Input } from "./types.ts";

const mostDays = 90;

/** What the product says of a database. Days may come in any order, and twice. */
export function answer({ id, limit, now, days, hours }: Input): Answer {
  const nothing = { id, likely: null, earliest: null, latest: null };
  if (!limit) return { ...nothing, say: "none" };
  const end = Date.parse(now);
  const read = daysBefore(days, end);
  const past = {
    days: read.map(({ memory }) => memory),
    hours: hours.map((used) => used ?? undefined),
    limit,
    fullAt: 1,
  };
  const used = past.days.findLast(({ peak }) => peak !== undefined)?.peak;
  const evicts = evictsNow(
    past,
    read.map(({ evicted }) => evicted),
  );
  const runway = runwayOf(trendOfMemory(past), { used, limit, fullAt: 1, evicts });
  if (runway.say !== "date") return { ...nothing, say: runway.say };
  const dateOf = (part: keyof Dates) => new Date(end + Math.round(runway.dates[part] * day)).toISOString();
  return {
    id,
    say: "date",
    likely: dateOf("likely"),
    earliest: dateOf("earliest"),
    latest: dateOf("latest"),
  };
}

/** The ninety days before a time, oldest first. A day with less than half of what its source usually covers is unknown. */
function daysBefore(days: readonly Day[], end: number): { memory: DayOfMemory; evicted: number }[] {
  const byAge = new Map(days.map((one) => [Math.round((end - Date.parse(one[0])) / day), one]));
  const known = days.filter(([, used]) => used !== null).map(([, , , , slots]) => slots);
  const usual = known.toSorted((left, right) => left - right)[Math.floor(known.length / 2)] ?? 288;
  return Array.from({ length: mostDays }, (_, index) => {
    const [, used = null, limit = null, evicted = 0, slots = 0] = byAge.get(mostDays - index) ?? [];
    const isKnown = used !== null && slots >= usual / 2;
    return { memory: { peak: isKnown ? used : undefined, limit: limit ?? undefined }, evicted: evicted ?? 0 };
  });
}
