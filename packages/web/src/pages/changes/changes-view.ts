import type { ChangesAsked } from "../../api/fleet/changes.ts";
import type { FeedView } from "../../filter/feed-view.ts";
import { daysAsked, isDay } from "../../filter/local-days.ts";
import { isLineKind } from "../../changes/line-kinds.ts";
import { day } from "@shardwatch/core/kit/time";
import { day as dayText } from "../../lib/time/absolute-time.ts";
import { wallClock, type Zone } from "../../lib/time/zone.ts";

const isShort = (text: string) => text.length <= 64;

/** The parameters of the feed's address beside the organization. */
export const changesChecks = {
  field: isShort,
  deployment: (text: string) => /^dep_[0-9a-z]{20}$/.test(text),
  source: isShort,
  since: isDay,
  until: isDay,
  kind: isLineKind,
};

/** The filter of the changes. Days are of the chosen zone. */
export type ChangesView = FeedView<keyof typeof changesChecks>;

/**
 * What the API is asked for. Days are of the zone, and the last one counts as a whole. The kind is chosen among the
 * loaded lines: the API would have to read all changes to count them.
 */
export const askedBy = ({ since, until, org, kind: _, ...rest }: ChangesView, zone: Zone): ChangesAsked => ({
  ...rest,
  ...(org !== undefined && { organizationId: org }),
  ...daysAsked(since, until, zone),
});

/** The first and the last day of a choice; today's is left out, because it goes on. */
type Days = Pick<ChangesView, "since" | "until">;

/** Today in a zone, such as 2026-11-22. */
export const todayAt = (now: number, zone: Zone): string => wallClock(now, zone).toISOString().slice(0, 10);

/** The usual choices of days, by their labels. */
export function presetsOn(today: string): readonly (readonly [label: string, days: Days])[] {
  const before = (days: number) => new Date(Date.parse(today) - days * day).toISOString().slice(0, 10);
  return [
    ["Today", { since: today }],
    ["Yesterday", { since: before(1), until: before(1) }],
    ["7 days", { since: before(6) }],
  ];
}

/** " on Nov 22, 2026", or another period, at the end of a sentence; empty for all days. */
export function periodText({ since = "", until = "" }: Days): string {
  const [from, to] = [dayText(since), dayText(until)];
  if (since !== "" && since === until) return ` on ${from}`;
  if (since === "") return until === "" ? "" : ` until ${to}`;
  return until === "" ? ` since ${from}` : ` from ${from} to ${to}`;
}
