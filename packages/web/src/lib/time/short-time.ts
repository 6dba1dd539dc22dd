import { currentZone } from "./time-zone.ts";
import { recentText } from "./zone.ts";

/** "09:12" today, "Nov 21, 09:12" on another day, in the chosen zone. Undefined when it cannot be parsed. */
export function shortTime(date: string | number): string | undefined {
  const time = new Date(date).getTime();
  return Number.isNaN(time) ? undefined : recentText(time, currentZone());
}
