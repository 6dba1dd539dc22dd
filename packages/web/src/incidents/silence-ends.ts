import { longestSilenceDays } from "@shardwatch/core/contract/incident/silence-words";
import { day, hour } from "@shardwatch/core/kit/time";
import { momentOf, wallClock, type Zone } from "../lib/time/zone.ts";

/** When a silence can end, and "custom" for another time. */
export const endChoices = ["hour", "hours", "tomorrow", "monday", "custom"] as const;
export type EndChoice = (typeof endChoices)[number];

export const endTexts: Readonly<Record<EndChoice, string>> = {
  hour: "1 hour",
  hours: "4 hours",
  tomorrow: "Until tomorrow 9:00",
  monday: "Until Monday 9:00",
  custom: "Custom",
};

const morning = 9 * hour;
const monday = 1; // as Date counts the days of a week

/**
 * The end of a silence that begins now, Unix epoch in milliseconds. Undefined for a text that is no time.
 * @param typed the time of "custom" on the person's clock, such as 2026-11-24T09:00
 */
export function endOf(choice: EndChoice, typed: string, now: number, zone: Zone): number | undefined {
  const wall = wallClock(now, zone);
  const midnight = Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate());
  const morningIn = (days: number) => momentOf(midnight + days * day + morning, zone);
  switch (choice) {
    case "hour":
      return now + hour;
    case "hours":
      return now + 4 * hour;
    case "tomorrow":
      return morningIn(1);
    case "monday": {
      const days = (7 + monday - wall.getUTCDay()) % 7;
      const next = morningIn(days);
      return next > now ? next : morningIn(days + 7);
    }
    case "custom": {
      const time = Date.parse(`${typed}Z`);
      return Number.isNaN(time) ? undefined : momentOf(time, zone);
    }
  }
}

/** What is wrong with an end; undefined for a right one. */
export function endFault(end: number | undefined, now: number): string | undefined {
  if (end === undefined) return "Choose a day and a time";
  if (end <= now) return "Choose a time in the future";
  return end - now > longestSilenceDays * day ? `Choose a time within ${longestSilenceDays} days` : undefined;
}
