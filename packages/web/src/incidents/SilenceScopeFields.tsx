import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { type AnyRuleId, isOwnRule, ruleIds, ruleNames } from "@shardwatch/core/contract/incident/rules";
import type { SilenceScope } from "@shardwatch/core/contract/incident/silence";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { silencePreviewQuery } from "../api/incidents/silences.ts";
import { describeError } from "../lib/errors.ts";
import { Checkbox } from "../ui/form/Checkbox.tsx";
import { Field } from "../ui/form/Field.tsx";
import { SelectField } from "../ui/form/SelectField.tsx";
import { useOwnRules } from "./use-own-rules.ts";
import { previewText, scopeOf, type ScopeValues } from "./silence-scope.ts";

interface SilenceScopeFieldsProps {
  values: ScopeValues;
  onChange: (part: Partial<ScopeValues>) => void;
  incident: Pick<Incident, "id" | "title" | "rule" | "ruleName"> | undefined;
  organizationId: string | undefined;
  /** The fault of the filter. */
  fault: string | undefined;
}

/** What is silenced, with its size in numbers. */
export function SilenceScopeFields({
  values,
  onChange,
  incident,
  organizationId,
  fault,
}: SilenceScopeFieldsProps) {
  const own = useOwnRules(organizationId, values.what === "rule");
  // The rule of the incident is a choice before the others are known, and after it was deleted.
  const isMissing = incident && isOwnRule(incident.rule) && !own.some(([id]) => id === incident.rule);
  const choices = [
    ...(incident ? [["incident", `This incident: ${incident.title}`] as const] : []),
    ["rule", `All incidents of ${incident ? "this" : "a"} rule`],
    ["filter", "Deployments matching a filter"],
  ] as const;
  return (
    <>
      <fieldset className="grid min-w-0">
        <legend className="mb-1 text-sm font-medium">What</legend>
        {choices.map(([what, label]) => (
          <Checkbox
            key={what}
            type="radio"
            name="what"
            label={label}
            checked={values.what === what}
            onChange={() => onChange({ what })}
          />
        ))}
      </fieldset>
      {values.what === "rule" && (
        <SelectField
          label="Rule"
          value={values.rule}
          onChange={({ target }) => onChange({ rule: target.value as AnyRuleId })}
          options={[
            ...(isMissing ? [[incident.rule, incident.ruleName] as const] : []),
            ...own,
            ...ruleIds.map((rule) => [rule, ruleNames[rule]] as const),
          ]}
        />
      )}
      {values.what === "filter" && (
        <Field
          label="Filter"
          hint="As in the search of the list, such as region:eu-west-1 type:CLUSTER"
          autoComplete="off"
          spellCheck={false}
          value={values.filter}
          error={fault}
          onChange={({ target }) => onChange({ filter: target.value })}
        />
      )}
      <Preview scope={scopeOf(values, incident)} organizationId={organizationId} />
    </>
  );
}

const pause = 400; // milliseconds without a key press, before the numbers are asked for

function Preview({
  scope,
  organizationId,
}: {
  scope: SilenceScope | undefined;
  organizationId: string | undefined;
}) {
  const text = JSON.stringify(scope);
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  const settled = asked === text ? scope : undefined;
  const { data, error, isPlaceholderData } = useQuery(silencePreviewQuery(settled, organizationId));
  const isOld = settled === undefined || isPlaceholderData;
  return (
    <p role="status" className={`rounded-md bg-sunken px-3 py-2 ${isOld ? "text-muted" : ""}`}>
      {scope === undefined
        ? "Correct the filter to see what it covers."
        : error && !isOld
          ? describeError(error, "The numbers can't be loaded").headline
          : data
            ? previewText(data)
            : "Counting…"}
    </p>
  );
}
