import type { RuleRehearsal } from "@shardwatch/core/contract/incident/rehearsal";
import { rehearsedDays } from "@shardwatch/core/contract/incident/rehearsal-words";
import { formatCount } from "../../../../lib/words/count.ts";

interface Bounds {
  least: number;
  most: number;
}

/** "4", "4 to 6" */
export const boundsText = ({ least, most }: Bounds): string =>
  least === most ? formatCount(most) : `${formatCount(least)} to ${formatCount(most)}`;

interface Counts extends Bounds {
  likely: number;
}

/** "4", "5 (4 to 6)": what is likely, and between which numbers the truth lies. */
export const countsText = (counts: Counts): string =>
  counts.least === counts.most
    ? formatCount(counts.most)
    : `${formatCount(counts.likely)} (${boundsText(counts)})`;

/** "about 5 incidents (between 4 and 6)", "1 incident" */
function counted({ least, likely, most }: Counts, noun: string): string {
  const number = `${formatCount(likely)} ${noun}${likely === 1 ? "" : "s"}`;
  return least === most ? number : `about ${number} (between ${formatCount(least)} and ${formatCount(most)})`;
}

/** "3 h 20 min", "2 d 4 h", "12 min" */
export function lengthText(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60), minutes % 60];
  const parts = [
    [days, "d"],
    [hours, "h"],
    [rest, "min"],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).slice(0, 2);
  return shown.length === 0 ? "0 min" : shown.map(([count, unit]) => `${count} ${unit}`).join(" ");
}

/** The minutes of an incident that may still be open. */
const minutesOf = ({ begin, end }: RuleRehearsal["longest"][number], to: string): number =>
  Math.round((Date.parse(end ?? to) - Date.parse(begin)) / 60_000);

/** "for 3 days nothing is known" */
function unknownText({ days }: RuleRehearsal): string[] {
  const unknown = days.filter(
    ({ resolution, unknownShare }) => resolution === null || unknownShare >= 1,
  ).length;
  return unknown === 0 ? [] : [`for ${unknown === 1 ? "1 day" : `${unknown} days`} nothing is known`];
}

/** What the rule would have done, as a sentence. */
export function rehearsalText(found: RuleRehearsal): string {
  const { incidents, messages, longest, isPartial, to } = found;
  const sent = messages
    .filter(({ most }) => most > 0)
    .map(({ name, ...counts }) => `${counted(counts, "message")} to ${name}`);
  const atLeast = isPartial ? "at least " : "";
  const [first] = longest;
  const opened =
    incidents.most === 0
      ? "opened no incident"
      : `opened ${atLeast}${counted(incidents, "incident")} and sent ${sent.length === 0 ? "no message" : sent.join(", ")}`;
  const parts = [
    `In the last ${rehearsedDays} days this would have ${opened}`,
    ...(first ? [`longest ${lengthText(minutesOf(first, to))} on ${first.name}`] : []),
    ...unknownText(found),
  ];
  return `${parts.join("; ")}.`;
}

const resolutions = { "5m": "5 minutes", "1h": "1 hour", "1d": "1 day" } as const;

/** How exact a day is. */
export const resolutionText = (resolution: RuleRehearsal["days"][number]["resolution"]): string =>
  resolution === null ? "nothing kept" : resolutions[resolution];

/** "−10 points", "as typed", "+5%" */
export function movedText({ by, unit }: RuleRehearsal["neighbours"][number]): string {
  if (by === 0) return "as typed";
  const figure = `${by < 0 ? "−" : "+"}${Math.abs(by)}`;
  return unit === "points" ? `${figure} points` : `${figure}%`;
}
