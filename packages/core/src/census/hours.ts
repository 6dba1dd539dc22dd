import { hour, minute } from "../kit/time.ts";

/** "2026-11-23", in UTC. */
export const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The hour of the day in UTC, 0 to 23. */
export const hourOfDay = (time: number): number => new Date(time).getUTCHours();

/** The begin of the hour of a time, Unix epoch in milliseconds. */
export const beginOfHour = (time: number): number => Math.floor(time / hour) * hour;

/** How often the schedule runs. */
const tickLength = 5 * minute;

/** Which tick of its hour a time belongs to: 0 to 11. */
export const tickOfHour = (time: number): number => Math.floor((time % hour) / tickLength);

export const ticksOfHour = hour / tickLength;
