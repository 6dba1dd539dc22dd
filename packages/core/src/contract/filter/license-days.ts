import { day } from "../../kit/time.ts";
import type { DeploymentListItem } from "../deployment/deployment.ts";
import type { Level } from "./severity.ts";
import type { Fact } from "./value.ts";

type License = Pick<NonNullable<DeploymentListItem["license"]>, "expirationDate"> | null;

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

/** Null: no license. Undefined: its end can't be read. */
export function daysLeft(license: License, now: number): Fact<number> {
  if (!license) return null;
  const expiry = license.expirationDate === null ? Number.NaN : Date.parse(license.expirationDate);
  return Number.isNaN(expiry) ? undefined : daysUntil(expiry, now);
}

/** Calendar days in UTC. What ended earlier today has ended: it is not something that has no days left. */
export function daysUntil(end: number, now: number): number {
  const days = Math.floor(end / day) - Math.floor(now / day);
  return end <= now ? Math.min(days, -1) : days;
}
