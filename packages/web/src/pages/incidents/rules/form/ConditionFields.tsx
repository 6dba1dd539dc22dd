import { endOf } from "@shardwatch/core/contract/incident/rule-sentence";
import {
  longestAdvice,
  longestRuleName,
  shortestUnknown,
  withoutMeaning,
} from "@shardwatch/core/contract/incident/rule-words";
import { incidentSeverities } from "@shardwatch/core/contract/incident/words";
import { deploymentSources, sourceTraits } from "@shardwatch/core/contract/source/source";
import type { Known } from "../../../../filter/choices.ts";
import { FilterField } from "../../../../filter/line/FilterField.tsx";
import { severityWord } from "../../../../incidents/SeverityBadge.tsx";
import { Checkbox } from "../../../../ui/form/Checkbox.tsx";
import { Field } from "../../../../ui/form/Field.tsx";
import { SelectField } from "../../../../ui/form/SelectField.tsx";
import { TextAreaField } from "../../../../ui/form/TextAreaField.tsx";
import { RadioGroup } from "../../../../ui/form/Choices.tsx";
import { doubtOf, rhythmOf } from "./preview-texts.ts";
import { filterFault, type RuleValues } from "./rule-values.ts";
import type { RuleFields } from "./use-rule-form.ts";

interface FieldsProps {
  form: RuleFields;
  /** What the suggestions are taken from. */
  known: Known;
}

const short = "grid items-start gap-4 sm:grid-cols-2";

/** The sources that are read less often than each minute, by how often: "every 5 minutes: Redis Cloud". */
const readings = [...Map.groupBy(deploymentSources, (source) => sourceTraits[source].interval)]
  .filter(([interval]) => interval > 1)
  .map(
    ([interval, read]) =>
      `every ${interval} minutes: ${read.map((source) => sourceTraits[source].label).join(", ")}`,
  )
  .join("; ");

const severities = incidentSeverities.map((severity) => [severity, severityWord(severity)] as const);

/** The props of a field for a filter. */
const filterProps = (form: RuleFields, known: Known, name: "scope" | "when" | "worse" | "clear") => ({
  text: form.values[name],
  onText: (text: string) => form.change({ [name]: text }),
  onLeave: () => form.check(name),
  error: form.faultOf(name),
  known,
  without: withoutMeaning,
});

function SeverityField({ form, name }: { form: RuleFields; name: "severity" | "worseSeverity" }) {
  return (
    <SelectField
      label="Severity"
      value={form.values[name]}
      error={form.faultOf(name)}
      onChange={({ target }) =>
        form.change({ [name]: incidentSeverities.find((each) => each === target.value) ?? "warning" })
      }
      options={severities}
    />
  );
}

/** What is watched, what is wrong, and how urgent that is. */
export function OpensFields({ form, known }: FieldsProps) {
  const { values, change, field } = form;
  return (
    <>
      <Field
        label="Name"
        maxLength={longestRuleName}
        autoComplete="off"
        placeholder="Memory of the shop"
        aria-required
        {...field("name")}
      />
      <FilterField
        label="Watch these deployments"
        hint="As in the search of the list. Leave it empty for all deployments."
        placeholder="source:agent region:eu-west-1"
        {...filterProps(form, known, "scope")}
      />
      <FilterField
        label="Open an incident when one has"
        hint={doubtOf(values.when) ?? "Every part has to match."}
        placeholder="util>90 policy:noeviction"
        required
        {...filterProps(form, known, "when")}
      />
      <div className={short}>
        <Field
          label="For how many minutes"
          hint={rhythmOf(values.when) ?? `0 is at once. Read ${readings}.`}
          inputMode="numeric"
          autoComplete="off"
          {...field("for")}
        />
        <SeverityField form={form} name="severity" />
      </div>
      <div className="-mx-2">
        <Checkbox
          label="It gets more urgent in a second step"
          checked={values.hasWorse}
          onChange={({ target }) => change({ hasWorse: target.checked })}
        />
      </div>
      {values.hasWorse && (
        <div className="grid gap-4 border-l-2 border-line pl-4">
          <FilterField
            label="More urgent when it has"
            hint={doubtOf(values.worse)}
            placeholder="util>95"
            required
            {...filterProps(form, known, "worse")}
          />
          <SeverityField form={form} name="worseSeverity" />
        </div>
      )}
    </>
  );
}

const unknowns: Parameters<typeof RadioGroup<RuleValues["unknown"]>>[0]["options"] = [
  ["keep", "Nothing changes: an open incident stays open, and none opens"],
  ["clear", "It counts as over"],
  ["fire", `It counts as a match, after at least ${shortestUnknown} minutes`],
];

const groups: Parameters<typeof RadioGroup<RuleValues["group"]>>[0]["options"] = [
  ["deployment", "One incident for each deployment"],
  ["rule", "One incident for all that match"],
];

/** When it is over, and what counts where something is not known. */
export function EndsFields({ form, known }: FieldsProps) {
  const { values, change, field } = form;
  const isKnown = values.when.trim() !== "" && filterFault(values.when) === undefined;
  const usual = isKnown ? endOf({ when: values.when, clear: null }) : undefined;
  return (
    <>
      <FilterField
        label="It's over when it has"
        hint={`Leave it empty for the usual end${usual === undefined ? "" : `: ${usual}`}.`}
        placeholder="util<70"
        {...filterProps(form, known, "clear")}
      />
      <div className={short}>
        <Field label="Over for how many minutes" inputMode="numeric" autoComplete="off" {...field("keep")} />
      </div>
      <RadioGroup
        legend="While something isn't known"
        value={values.unknown}
        options={unknowns}
        onChange={(unknown) => change({ unknown })}
      />
      <RadioGroup
        legend="Incidents"
        value={values.group}
        options={groups}
        onChange={(group) => change({ group })}
      />
    </>
  );
}

/** What to do, for the people who get the message. */
export const AdviceField = ({ form }: { form: RuleFields }) => (
  <TextAreaField
    label="Advice (optional)"
    hint="What to do. The incident and its messages show it."
    maxLength={longestAdvice}
    {...form.field("advice")}
  />
);
