import { day } from "@shardwatch/core/kit/time";
import { browserZone, momentOf, type Zone } from "../lib/time/zone.ts";

/** Whether a text is a day, such as 2026-11-22. */
export const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/**
 * The times from the start of one day to the end of another, for a request: of the browser's zone without one.
 * Undefined days leave them out.
 */
export const daysAsked = (
  since: string | undefined,
  until: string | undefined,
  zone: Zone = browserZone(),
) => ({
  ...(since !== undefined && { from: new Date(momentOf(Date.parse(since), zone)).toISOString() }),
  // A day of a clock change is an hour longer or shorter, so the next day's start decides.
  ...(until !== undefined && {
    to: new Date(momentOf(Date.parse(until) + day, zone) - 1).toISOString(),
  }),
});
