import { hasEnded } from "../filter/license-days.ts";
import { horizon, type ShardRunway } from "./license-pace.ts";

/* What screens and files say of a license. */

/** "26,393 days". Written by hand: the first format of Intl takes a browser 10 to 20 ms. */
const counted = (count: number, noun: string): string => {
  const whole = Math.round(count);
  return `${String(whole).replace(/\B(?=(\d{3})+$)/g, ",")} ${noun}${whole === 1 ? "" : "s"}`;
};

const [week, month, year] = [7, 30.4, 365];

/** "2 to 8 months": the largest unit of which the first has at least two. */
function spanText(earliest: number, latest: number): string {
  const [length, unit] =
    earliest >= 2 * year
      ? [year, "years"]
      : earliest >= 2 * month
        ? [month, "months"]
        : earliest >= 2 * week
          ? [week, "weeks"]
          : [1, "days"];
  const [from, to] = [earliest, latest].map((days) => Math.round(days / length));
  return to === 0 ? "less than a day" : `${from} to ${to} ${unit}`;
}

/** What is said of the shards of one kind: without a capital, for a place beside their number. */
export function shardText(runway: ShardRunway): string {
  switch (runway.say) {
    case "noLimit":
      return "no limit known";
    case "over":
      return `over its limit by ${runway.by}`;
    case "full":
      return "at its limit";
    case "range":
      return runway.earliest > horizon
        ? `not within 5 years, at the pace of the last ${counted(runway.known, "day")}`
        : `in about ${spanText(runway.earliest, runway.latest)}, at the pace of the last ${counted(runway.known, "day")}`;
    case "grew":
      return `grew by ${runway.by} in ${counted(runway.known, "day")}`;
    case "lastGrew":
      return runway.daysAgo === 0 ? "last grew today" : `last grew ${counted(runway.daysAgo, "day")} ago`;
    case "steady":
      return `did not grow in ${counted(runway.known, "day")}`;
    case "early":
      return "too early to say";
  }
}

/** "in 12 days", "today", "41 days ago". @param days calendar days in UTC */
export function endText(days: number): string {
  if (hasEnded(days)) return `${counted(-days, "day")} ago`;
  return days === 0 ? "today" : `in ${counted(days, "day")}`;
}

/** What an expired license stops, and what goes on. */
export const whatStops = {
  stops: "Databases can't be added or changed. That includes their security and their configuration.",
  goesOn:
    "Databases stay up. Sign-in, metrics, the cluster settings with the license itself, failover, the migration of shards and node upgrades still work.",
  source: "https://redis.io/docs/latest/operate/rs/clusters/configure/license-keys/",
} as const;
