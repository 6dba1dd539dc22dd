import * as z from "zod";
import { channelInput } from "../channel/channel.ts";
import { mostChannels } from "../channel/words.ts";
import {
  type BuiltInChanges,
  checkedRule,
  type RuleDefinition,
  ruleChange,
  ruleDefaults,
  ruleInput,
} from "../incident/own-rule.ts";
import { meaninglessInRule, ruleGroupings, unknownMeanings, weekdays } from "../incident/rule-words.ts";
import { type RuleId, ruleIds } from "../incident/rules.ts";
import { incidentSeverities } from "../incident/words.ts";
import { filterText, flag, listOf, text, wordOf } from "./settings.ts";

/* A rule as an entry of a file: one that the organization writes, or what it changes about a built-in one. */

/** The channels that get the incidents, by their names. Null: all that are on. None: nobody. */
type Named = readonly string[] | null;

/** A rule that goes by its name. Its filters are canonical texts. */
export interface OwnRuleEntry extends Omit<RuleDefinition, "channels"> {
  channels: Named;
  /** Whether it may fire now on much of its scope. */
  confirm: boolean;
}

/** What differs from a built-in rule. */
export interface BuiltInEntry {
  builtIn: RuleId;
  changes: Omit<BuiltInChanges, "channels"> & { channels?: Named | undefined };
}

export type RuleEntry = OwnRuleEntry | BuiltInEntry;

/** Those that every organization has are beside those that people add. */
const mostNames = mostChannels + 10;

const channels = listOf(text.pipe(channelInput.shape.name), mostNames).nullable();
const severity = wordOf(incidentSeverities);

const scope = filterText.superRefine((canonical, context) => {
  for (const name of meaninglessInRule(canonical))
    context.addIssue({ code: "custom", message: `${name} has no meaning in a rule` });
});
const condition = scope.refine((canonical) => canonical !== "", {
  error: "must say what is wrong, such as util>90",
  abort: true,
});

const { hours: givenHours, name, advice } = ruleChange.shape;
const { from, to, zone } = givenHours.unwrap().unwrap().shape;

const hours = z.strictObject(
  {
    days: listOf(wordOf(weekdays), weekdays.length).min(1, "must name a day"),
    from: text.pipe(from),
    to: text.pipe(to),
    zone: text.pipe(zone),
  },
  { error: "must have days, from, to and zone" },
);

const own = z
  .strictObject({
    name: text.pipe(name.unwrap()),
    scope: scope.default(ruleDefaults.scope),
    when: condition,
    worse: condition.nullable().default(ruleDefaults.worse),
    clear: condition.nullable().default(ruleDefaults.clear),
    for: ruleInput.shape.for,
    keep: ruleInput.shape.keep,
    severity: severity.default(ruleDefaults.severity),
    worseSeverity: severity.default(ruleDefaults.worseSeverity),
    unknown: wordOf(unknownMeanings).default(ruleDefaults.unknown),
    group: wordOf(ruleGroupings).default(ruleDefaults.group),
    channels: channels.default(ruleDefaults.channels),
    hours: hours.nullable().default(ruleDefaults.hours),
    advice: text.pipe(advice.unwrap()).default(ruleDefaults.advice),
    confirm: flag.default(false),
  })
  .superRefine((entry, context) => {
    const { error } = checkedRule.safeParse({ ...entry, channels: null });
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: "custom", path, message });
  });

const figure = z.number({ error: "must be a number" }).optional();

const builtIn = z
  .strictObject({
    builtIn: wordOf(ruleIds),
    thresholds: z
      .strictObject(
        { info: figure, warning: figure, critical: figure },
        { error: "must be figures such as { warning: 80, critical: 90 }" },
      )
      .optional(),
    for: ruleChange.shape.for,
    severity: severity.optional(),
    channels: channels.optional(),
  })
  .transform(({ builtIn: id, ...changes }, context): BuiltInEntry => {
    if (Object.values(changes).every((value) => value === undefined))
      context.addIssue({ code: "custom", message: "must have thresholds, for, severity or channels" });
    return { builtIn: id, changes };
  });

/** Settings with `builtIn` are about a built-in rule. Faults are those of the one form that is meant. */
export const ruleEntry = z
  .looseObject({}, { error: "must be settings such as “name: Nearly full” and “when: util>90”" })
  .transform((given, context): RuleEntry => {
    const { data, error } = ("builtIn" in given ? builtIn : own).safeParse(given);
    if (data) return data;
    for (const issue of error?.issues ?? []) context.addIssue({ ...issue });
    return z.NEVER;
  });
