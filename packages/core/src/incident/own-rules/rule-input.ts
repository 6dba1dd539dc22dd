import { canonicalText } from "../../contract/filter/canonical.ts";
import { faultsOfChanges } from "../../contract/incident/built-in-changes.ts";
import { type BuiltInChanges, checkedRule, type RuleDefinition } from "../../contract/incident/own-rule.ts";
import { meaninglessInRule } from "../../contract/incident/rule-words.ts";
import type { RuleId } from "../../contract/incident/rules.ts";
import { Problem, wrongFields } from "../../kit/problem.ts";
import { changeableOf } from "../rules/changeable.ts";

const filterFields = ["scope", "when", "worse", "clear"] as const;

/**
 * A rule with the canonical texts of its filters. Throws invalid with a sentence for each field that makes no sense.
 * @param channelIds those that the organization has
 */
export function readRuleInput(definition: RuleDefinition, channelIds: ReadonlySet<string>): RuleDefinition {
  const faults: string[] = [];
  const read: Record<string, string | null> = {};
  for (const field of filterFields) {
    const given = definition[field];
    if (given === null) continue;
    const { canonical, faults: wrong } = canonicalText(given);
    read[field] = canonical;
    faults.push(
      ...wrong.map((fault) => `${field}: ${fault}`),
      ...meaninglessInRule(canonical).map((name) => `${field}: ${name} has no meaning in a rule`),
      ...(canonical === "" && field !== "scope" && wrong.length === 0
        ? [`${field}: must say what is wrong, such as util>90`]
        : []),
    );
  }
  faults.push(...unknownChannels(definition.channels, channelIds));
  const whole = checkedRule.safeParse({ ...definition, ...read });
  if (!whole.success && faults.length === 0)
    faults.push(...whole.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`));
  if (faults.length > 0 || !whole.success) throw wrongFields(faults);
  return whole.data;
}

const unknownChannels = (channels: readonly string[] | null, known: ReadonlySet<string>): string[] =>
  (channels ?? []).some((id) => !known.has(id))
    ? ["channels: must be ids of channels of the organization"]
    : [];

/** Throws invalid for changes that the rule does not take. */
export function checkChanges(
  id: RuleId,
  { channels, ...changes }: BuiltInChanges,
  channelIds: ReadonlySet<string>,
): void {
  const faults = [
    ...unknownChannels(channels ?? null, channelIds),
    ...faultsOfChanges(changes, changeableOf(id)),
  ];
  if (faults.length > 0) throw wrongFields(faults);
}

export const notARule = () => new Problem("notFound", "Rule not found");
