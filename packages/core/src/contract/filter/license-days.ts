import type { Level } from "./severity.ts";

/* Days that a license has left, as the facts count them: calendar days of UTC, negative after the end. */

/** At most so many days are critical, and so many are a warning, as in the rule about licenses. */
const [critical, warning] = [7, 30];

/** How urgent the end of a license is. Null: it is not known. */
export function levelOfLicense(daysLeft: number | null): Level {
  if (daysLeft === null || daysLeft > warning) return "ok";
  return daysLeft > critical ? "warning" : "critical";
}

/** Whether a license has ended. What ends today has not. */
export const hasEnded = (daysLeft: number): boolean => daysLeft < 0;

/** Whether a license ends on one of these days, both included. An ended one does on none of them. */
export const endsWithin = (daysLeft: number | null, first: number, last = Infinity): boolean =>
  daysLeft !== null && daysLeft >= Math.max(first, 0) && daysLeft <= last;
