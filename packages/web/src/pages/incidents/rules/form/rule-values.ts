import { nearest } from "@shardwatch/core/contract/filter/nearest";
import { formatFilter, formatLine } from "@shardwatch/core/contract/filter/format";
import { parseText } from "@shardwatch/core/contract/filter/parse";
import type { RuleDefinition } from "@shardwatch/core/contract/incident/own-rule";
import { filterOfText, ruleSentence } from "@shardwatch/core/contract/incident/rule-sentence";
import {
  longestFor,
  longestKeep,
  meaninglessInRule,
  ruleDefaults,
  type RuleGrouping,
  shortestUnknown,
  type UnknownMeaning,
  type Weekday,
} from "@shardwatch/core/contract/incident/rule-words";
import { isWorse } from "@shardwatch/core/contract/incident/severity-order";
import type { IncidentSeverity } from "@shardwatch/core/contract/incident/words";
import { formatCount } from "../../../../lib/words/count.ts";

/** Who gets the incidents of a rule: all channels that are on, some, or none. */
export type SendTo = "all" | "chosen" | "nobody";

/** A rule as it is typed. */
export interface RuleValues {
  name: string;
  scope: string;
  when: string;
  for: string;
  severity: IncidentSeverity;
  hasWorse: boolean;
  worse: string;
  worseSeverity: IncidentSeverity;
  /** Empty for the end that follows from the condition. */
  clear: string;
  keep: string;
  unknown: UnknownMeaning;
  group: RuleGrouping;
  sendTo: SendTo;
  channels: readonly string[];
  hasHours: boolean;
  days: readonly Weekday[];
  from: string;
  to: string;
  zone: string;
  advice: string;
  /** Whether a rule that matches much of its scope is meant. */
  confirm: boolean;
}

const workdays = ["mon", "tue", "wed", "thu", "fri"] as const;

const lineOf = (text: string) => formatLine(filterOfText(text));

/** Who gets the incidents, and which channels those are. */
export const sendToOf = (channels: readonly string[] | null): Pick<RuleValues, "sendTo" | "channels"> => ({
  sendTo: channels === null ? "all" : channels.length === 0 ? "nobody" : "chosen",
  channels: channels ?? [],
});

/** The channels for the API: null for all that are on. */
export const channelsOf = ({ sendTo, channels }: Pick<RuleValues, "sendTo" | "channels">): string[] | null =>
  sendTo === "all" ? null : sendTo === "nobody" ? [] : [...channels];

/** The values of a rule, each filter as a line. */
export function valuesOf(rule: RuleDefinition, zone: string): RuleValues {
  const { name, worse, clear, hours, channels } = rule;
  return {
    name,
    scope: lineOf(rule.scope),
    when: lineOf(rule.when),
    for: String(rule.for),
    severity: rule.severity,
    hasWorse: worse !== null,
    worse: lineOf(worse ?? ""),
    worseSeverity: rule.worseSeverity,
    clear: lineOf(clear ?? ""),
    keep: String(rule.keep),
    unknown: rule.unknown,
    group: rule.group,
    ...sendToOf(channels),
    hasHours: hours !== null,
    days: hours?.days ?? workdays,
    from: hours?.from ?? "08:00",
    to: hours?.to ?? "18:00",
    zone: hours?.zone ?? zone,
    advice: rule.advice,
    confirm: false,
  };
}

/** A new rule. What says nothing in a rule is left out of its scope. */
export function newValues(scope: string, zone: string): RuleValues {
  const query = new URLSearchParams(formatFilter(parseText(scope, []).filter));
  for (const name of meaninglessInRule(query.toString())) query.delete(name);
  return valuesOf({ ...ruleDefaults, name: "", when: "", scope: `?${query}` }, zone);
}

/** The scope without one more deployment. */
export function leftOut(scope: string, id: string): string {
  return lineOf(`${lineOf(scope)} -id:${id}`);
}

const minutesOf = (text: string) => (/^\s*\d{1,5}\s*$/.test(text) ? Number(text) : Number.NaN);

/** The rule that is typed. A time that is no number becomes the usual one, so that the sentence can be shown. */
export function definitionOf(values: RuleValues): RuleDefinition {
  const { hasWorse, worse, clear, hasHours, days, from, to, zone } = values;
  const timeOr = (text: string, usual: number) => (Number.isNaN(minutesOf(text)) ? usual : minutesOf(text));
  return {
    name: values.name.trim(),
    scope: values.scope.trim(),
    when: values.when.trim(),
    worse: hasWorse && worse.trim() !== "" ? worse.trim() : null,
    clear: clear.trim() === "" ? null : clear.trim(),
    for: timeOr(values.for, ruleDefaults.for),
    keep: timeOr(values.keep, ruleDefaults.keep),
    severity: values.severity,
    worseSeverity: values.worseSeverity,
    unknown: values.unknown,
    group: values.group,
    channels: channelsOf(values),
    hours: hasHours ? { days: [...days], from, to, zone: zone.trim() } : null,
    advice: values.advice.trim(),
  };
}

/** The rule as a sentence. Undefined while a filter is missing or makes no sense: the rest would mean something else. */
export function sentenceOf(values: RuleValues): string | undefined {
  const { scope, when, worse, clear } = definitionOf(values);
  const texts = [scope, when, worse, clear].filter((text) => text !== null);
  if (when.trim() === "" || texts.some((text) => filterFault(text) !== undefined)) return undefined;
  return ruleSentence(definitionOf(values));
}

/** What is wrong with a filter, as a sentence; undefined for a right one. */
export function filterFault(text: string): string | undefined {
  const { filter, faults } = parseText(text, [], nearest);
  const [fault] = faults;
  if (fault !== undefined) return fault;
  const [field] = meaninglessInRule(formatFilter(filter));
  return field === undefined ? undefined : `${field} has no meaning in a rule`;
}

/** The same of one that has to be there. */
const requiredFault = (text: string, missing: string) =>
  filterFault(text) ?? (formatFilter(parseText(text, []).filter) === "" ? missing : undefined);

const timeFault = (text: string, least: number, most: number) => {
  const minutes = minutesOf(text);
  return minutes >= least && minutes <= most
    ? undefined
    : `Type whole minutes from ${least} to ${formatCount(most)}`;
};

function forFault({ for: text, unknown }: RuleValues): string | undefined {
  const fault = timeFault(text, 0, longestFor);
  if (fault !== undefined || unknown !== "fire" || minutesOf(text) >= shortestUnknown) return fault;
  return `Type at least ${shortestUnknown} minutes, because what is unknown counts as a match`;
}

/** What is wrong with each field. */
export const faultsOf = (values: RuleValues) => ({
  name: values.name.trim() === "" ? "Name is required" : undefined,
  scope: filterFault(values.scope),
  when: requiredFault(values.when, "Type what is wrong, such as util>90"),
  for: forFault(values),
  worse: values.hasWorse
    ? requiredFault(values.worse, "Type what is more urgent, such as util>95")
    : undefined,
  worseSeverity:
    values.hasWorse && !isWorse(values.worseSeverity, values.severity)
      ? `Choose one that is more urgent than ${values.severity}`
      : undefined,
  clear: filterFault(values.clear),
  keep: timeFault(values.keep, 1, longestKeep),
  channels:
    values.sendTo === "chosen" && values.channels.length === 0 ? "Choose at least one channel" : undefined,
  days: values.hasHours && values.days.length === 0 ? "Choose at least one day" : undefined,
  from: values.hasHours && values.from === "" ? "Type a time" : undefined,
  to: values.hasHours && values.to === "" ? "Type a time" : undefined,
  zone: values.hasHours && values.zone.trim() === "" ? "Type a time zone such as Europe/Berlin" : undefined,
});
