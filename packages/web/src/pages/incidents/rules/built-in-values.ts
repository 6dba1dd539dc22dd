import type { BuiltInChanges } from "@shardwatch/core/contract/incident/own-rule";
import type { WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import type { IncidentSeverity } from "@shardwatch/core/contract/incident/words";
import { channelsOf, type RuleValues, sendToOf } from "./form/rule-values.ts";
import { steps } from "./built-in-texts.ts";

/** What is typed about a built-in rule. An empty threshold is no step. */
export interface BuiltInValues
  extends Record<IncidentSeverity, string>, Pick<RuleValues, "sendTo" | "channels"> {
  for: string;
  severity: IncidentSeverity;
}

/** The values as the organization has them, else those of the rule. */
export function builtInValues({ changes, changeable = {}, severities }: WatchingRule): BuiltInValues {
  const thresholds = changes?.thresholds ?? changeable.thresholds?.values ?? {};
  const text = (step: IncidentSeverity) => String(thresholds[step] ?? "");
  return {
    info: text("info"),
    warning: text("warning"),
    critical: text("critical"),
    for: String(changes?.for ?? changeable.for ?? ""),
    severity: changes?.severity ?? changeable.severity ?? severities[0] ?? "warning",
    ...sendToOf(changes?.channels ?? null),
  };
}

const numberOf = (text: string) => (/^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : Number.NaN);

/** All that differs from the rule. */
export function changesOf(values: BuiltInValues, { changeable = {} }: WatchingRule): BuiltInChanges {
  const given = Object.fromEntries(
    steps.filter((step) => values[step].trim() !== "").map((step) => [step, numberOf(values[step])]),
  );
  const usual = changeable.thresholds?.values;
  const hasOtherSteps = usual && steps.some((step) => given[step] !== usual[step]);
  const channels = channelsOf(values);
  return {
    ...(hasOtherSteps && { thresholds: given }),
    ...(changeable.for !== undefined &&
      numberOf(values.for) !== changeable.for && { for: numberOf(values.for) }),
    ...(changeable.severity !== undefined &&
      values.severity !== changeable.severity && { severity: values.severity }),
    ...(channels && { channels }),
  };
}

/** What is wrong with each field, as far as it is known here. */
export function builtInFaults(values: BuiltInValues, { changeable = {} }: WatchingRule) {
  const figure = (step: IncidentSeverity) =>
    changeable.thresholds && values[step].trim() !== "" && Number.isNaN(numberOf(values[step]))
      ? "Type a number"
      : undefined;
  const hasStep = steps.some((step) => values[step].trim() !== "");
  return {
    info: figure("info"),
    warning: changeable.thresholds && !hasStep ? "Type at least one" : figure("warning"),
    critical: figure("critical"),
    for:
      changeable.for !== undefined && !Number.isInteger(numberOf(values.for))
        ? "Type whole minutes"
        : undefined,
    channels:
      values.sendTo === "chosen" && values.channels.length === 0 ? "Choose at least one channel" : undefined,
  };
}
