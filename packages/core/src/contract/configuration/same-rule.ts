import { type BuiltInChanges, type RuleDefinition, ruleDefaults } from "../incident/own-rule.ts";
import { weekdays } from "../incident/rule-words.ts";
import { incidentSeverities } from "../incident/words.ts";

const fields = ["name", "when", ...Object.keys(ruleDefaults)] as (keyof RuleDefinition)[];

/** A text that equal rules have in common. The order of channels and of days makes no difference. */
export function ruleText(definition: RuleDefinition): string {
  const hours = definition.hours && { ...definition.hours };
  const said = {
    ...definition,
    channels: definition.channels?.toSorted() ?? null,
    hours: hours && [weekdays.filter((day) => hours.days.includes(day)), hours.from, hours.to, hours.zone],
  };
  return JSON.stringify(fields.map((field) => said[field]));
}

/** The same for the changes of a built-in rule. */
export const changesText = ({ thresholds, for: waiting, severity, channels }: BuiltInChanges): string =>
  JSON.stringify({
    thresholds: thresholds && incidentSeverities.map((each) => thresholds[each] ?? null),
    for: waiting,
    severity,
    channels: channels && channels.toSorted(),
  });
