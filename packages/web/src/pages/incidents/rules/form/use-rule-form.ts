import type { OwnRule } from "@shardwatch/core/contract/incident/own-rule";
import type { OwnRuleId } from "@shardwatch/core/contract/incident/rules";
import { useState } from "react";
import { changeRule, createRule } from "../../../../api/incidents/rules.ts";
import { ApiError, codeOf } from "../../../../lib/errors.ts";
import { useForm } from "../../../../lib/use-form.ts";
import { channelsOf, definitionOf, faultsOf, type RuleValues } from "./rule-values.ts";

/** The rule that is edited. */
export interface EditedRule {
  id: OwnRuleId;
  own: OwnRule;
}

type Name = keyof RuleValues;

/** Which value the field of an API's fault is typed in. Others have the same name. */
const typedIn: Readonly<Record<string, Name>> = { hours: "zone" };

/** The faults of an answer of the API, "when: must say what is wrong", by the field that they are shown at. */
export function apiFaults(error: unknown): Partial<Record<Name, string>> {
  const body = error instanceof ApiError ? error.body : undefined;
  const details = typeof body === "object" && body !== null && "details" in body ? body.details : undefined;
  const faults: Partial<Record<Name, string>> = {};
  for (const detail of Array.isArray(details) ? details : []) {
    const [, field = "", fault] = /^(\w+)(?:\.\w+)*: (.+)$/s.exec(String(detail)) ?? [];
    if (fault !== undefined) faults[typedIn[field] ?? (field as Name)] ??= fault;
  }
  return faults;
}

/** What is compared to see whether a field was changed since it was sent. */
const asText = (values: RuleValues, name: Name) =>
  JSON.stringify(name === "channels" ? channelsOf(values) : values[name]);

/**
 * The form of a rule. A fault that the API found is shown at its field until the field changes.
 * @param onSaved called with the id of the saved rule
 */
export function useRuleForm(
  initial: RuleValues,
  edited: EditedRule | undefined,
  onSaved: (id: string) => void,
) {
  const [sent, setSent] = useState(initial);
  const form = useForm<RuleValues>({
    initial,
    faultsOf,
    send: async (values) => {
      setSent(values);
      const json = { ...definitionOf(values), confirm: values.confirm };
      const { id } = edited ? await changeRule(edited.id, edited.own.revision, json) : await createRule(json);
      onSaved(id);
    },
    failure: "Failed to save the rule",
  });
  const refused = apiFaults(form.error);
  const faultOf = (name: Name) =>
    form.faultOf(name) ?? (asText(form.values, name) === asText(sent, name) ? refused[name] : undefined);
  /** A change of what a rule finds needs a new confirmation. */
  const change = (part: Partial<RuleValues>) =>
    form.change("scope" in part || "when" in part || "worse" in part ? { confirm: false, ...part } : part);
  return {
    ...form,
    change,
    faultOf,
    field: (...[name]: Parameters<typeof form.field>) => ({ ...form.field(name), error: faultOf(name) }),
    /** Whether the API found that it matches much of its scope, which has to be confirmed. */
    isTooBroad: codeOf(form.error) === "RULE_TOO_BROAD",
  };
}

/** What the fields of a rule need of its form. */
export type RuleFields = Pick<
  ReturnType<typeof useRuleForm>,
  "values" | "change" | "check" | "faultOf" | "field"
>;
