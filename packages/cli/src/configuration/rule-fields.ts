import type { OwnRuleEntry } from "@shardwatch/core/contract/configuration/rule-entry";
import { canonicalText } from "@shardwatch/core/contract/filter/canonical";
import { type OwnRule, ruleDefaults, type WeeklyHours } from "@shardwatch/core/contract/incident/own-rule";
import { hoursInWords } from "@shardwatch/core/contract/incident/rule-sentence";
import { weekdays } from "@shardwatch/core/contract/incident/rule-words";
import { lineOf } from "./line-of.ts";
import type { NamedChannels } from "./named-channels.ts";
import { changed } from "./plan.ts";

const filters = ["scope", "when", "worse", "clear"] as const;
const plain = ["severity", "worseSeverity", "unknown", "group"] as const;

/** Which fields a change of a rule moves, a line each. None where the rule is as its entry has it. */
export function changedFields(before: OwnRule, after: OwnRuleEntry, channels: NamedChannels): string[] {
  const former = channels.namesOf(before.channels);
  return [
    ...changed("name", before.name, after.name),
    ...filters.flatMap((field) =>
      knownText(before[field]) === after[field]
        ? []
        : changed(field, line(before[field]), line(after[field])),
    ),
    ...changed("for", minutes(before.for), minutes(after.for)),
    ...changed("keep", minutes(before.keep), minutes(after.keep)),
    ...plain.flatMap((field) => changed(field, before[field], after[field])),
    ...changed("channels", channels.textOf(former), channels.textOf(after.channels)),
    ...changed("hours", hoursText(before.hours), hoursText(after.hours)),
    ...changed("advice", before.advice, after.advice),
  ];
}

export const minutes = (count: number): string => `${count} min`;

const line = (filter: string | null): string | null => filter && lineOf(filter);

/** The canonical text of a filter. One of another release may hold what this one does not know, and stays as it is. */
function knownText(filter: string | null): string | null {
  if (filter === null) return null;
  const { canonical, faults } = canonicalText(filter);
  return faults.length > 0 ? filter : canonical;
}

const inOrder = ({ days, from, to, zone }: WeeklyHours): WeeklyHours => ({
  days: weekdays.filter((day) => days.includes(day)),
  from,
  to,
  zone,
});

const hoursText = (hours: WeeklyHours | null): string =>
  hours === null
    ? "at any time"
    : `${hoursInWords(inOrder(hours))}${hours.from === hours.to ? `, from ${hours.from}` : ""}`;

/** A rule as a file has it: what differs from a new rule. */
export function writtenFields(own: OwnRule, channels: NamedChannels): object {
  const written = {
    scope: lineOf(own.scope),
    worse: line(own.worse),
    clear: line(own.clear),
    for: own.for,
    keep: own.keep,
    severity: own.severity,
    worseSeverity: own.worseSeverity,
    unknown: own.unknown,
    group: own.group,
    channels: channels.namesOf(own.channels),
    hours: own.hours && inOrder(own.hours),
    advice: own.advice,
  };
  const differing = Object.entries(written).filter(
    ([field, value]) => value !== ruleDefaults[field as keyof typeof written],
  );
  return { name: own.name, when: lineOf(own.when), ...Object.fromEntries(differing) };
}
