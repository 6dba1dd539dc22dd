import { day } from "../../kit/time.ts";
import type { DeploymentOutlook, ListedOutlook } from "../outlook/in-lists.ts";
import type { Say } from "../outlook/says.ts";
import type { Facts } from "./facts.ts";
import type { Fact } from "./value.ts";

/* The runway of memory, as the filter counts it. */

type Outlook = ListedOutlook | DeploymentOutlook;

/** At its limit. */
const full = -1;

/** Without a date. Nothing to be afraid of has a date, or too little is known. */
const withoutDate: Readonly<Record<Exclude<Say, "date">, Fact<number>>> = {
  full,
  unclear: null,
  far: null,
  none: null,
  noLimit: null,
  early: undefined,
  unknown: undefined,
  tiered: undefined,
};

/**
 * Whole days from now until the earliest date on which memory may be full. Negative: it is at its limit. Null: it has no
 * date. Undefined: that is not known.
 * @param now Unix epoch in milliseconds
 */
export function runwayDays({ say, earliest }: Outlook, now: number): Fact<number> {
  if (say !== "date") return withoutDate[say];
  return earliest === null ? undefined : Math.max(0, Math.floor((Date.parse(earliest) - now) / day));
}

/** The same of facts. What has no databases has no date, whether it was asked for or not. */
export const runwayIn = ({ outlook, now, databases }: Pick<Facts, "outlook" | "now" | "databases">) =>
  outlook ? runwayDays(outlook, now) : databases === 0 ? null : undefined;

/** Whether a database is at its limit beside the one with the date. */
export const hasFull = ({ outlook }: Pick<Facts, "outlook">): boolean =>
  outlook !== undefined && "full" in outlook && outlook.full > 0;
