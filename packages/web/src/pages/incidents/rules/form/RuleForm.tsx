import { useEffect, useRef } from "react";
import type { Known } from "../../../../filter/choices.ts";
import { isOutdated } from "../../../../lib/errors.ts";
import { Checkbox } from "../../../../ui/form/Checkbox.tsx";
import { Form } from "../../../../ui/form/Form.tsx";
import { Section } from "../../../../ui/section/Section.tsx";
import { Foreign } from "../../../../ui/text/Foreign.tsx";
import { AdviceField, EndsFields, OpensFields } from "./ConditionFields.tsx";
import { HoursFields } from "./HoursFields.tsx";
import { Rehearsal } from "./Rehearsal.tsx";
import { RulePreview } from "./RulePreview.tsx";
import { type RuleValues, sentenceOf } from "./rule-values.ts";
import { SendToFields } from "./SendToFields.tsx";
import { type EditedRule, useRuleForm } from "./use-rule-form.ts";

/** The rule as one sentence. */
function Sentence({ values }: { values: RuleValues }) {
  const sentence = sentenceOf(values);
  return (
    <section aria-label="The rule as a sentence" className="panel min-h-20 px-4 py-3">
      <p className={`text-lg wrap-anywhere ${sentence === undefined ? "text-muted" : ""}`}>
        {sentence === undefined ? (
          "Type what is wrong, and the rule is shown here as a sentence."
        ) : (
          <Foreign>{sentence}.</Foreign>
        )}
      </p>
    </section>
  );
}

interface RuleFormProps {
  initial: RuleValues;
  /** Undefined for a new rule. */
  edited: EditedRule | undefined;
  known: Known;
  /** Called with the id of the saved rule. */
  onSaved: (id: string) => void;
  onCancel: () => void;
  /** The organization in the address; links keep it. */
  organization: string | undefined;
}

/** The form of a rule: its sentence on top, the fields, and beside them what the rule finds. */
export function RuleForm({ initial, edited, known, onSaved, onCancel, organization }: RuleFormProps) {
  const form = useRuleForm(initial, edited, onSaved);
  const fields = useRef<HTMLDivElement>(null);
  const { error, values, change, faultOf, isTooBroad } = form;
  // The API's faults come after the form has moved the focus to its own.
  useEffect(() => {
    if (error !== undefined) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);
  return (
    <>
      <Sentence values={values} />
      <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
        <div ref={fields} className="min-w-0">
          <Section heading="Rule">
            <Form
              form={form}
              place="section"
              label={edited ? "Edit rule" : "New rule"}
              verb="Save"
              pending="Saving…"
              onCancel={onCancel}
              help={
                isOutdated(error) && (
                  <p className="text-sm">Somebody else changed it. Cancel, and edit it as it is now.</p>
                )
              }
            >
              <OpensFields form={form} known={known} />
              <EndsFields form={form} known={known} />
              <SendToFields
                values={values}
                change={change}
                error={faultOf("channels")}
                urgency={values.hasWorse ? values.worseSeverity : values.severity}
              />
              <HoursFields form={form} />
              <AdviceField form={form} />
              {isTooBroad && (
                <div className="-mx-2">
                  <Checkbox
                    label="It's meant for so many deployments"
                    checked={values.confirm}
                    onChange={({ target }) => change({ confirm: target.checked })}
                  />
                </div>
              )}
            </Form>
          </Section>
        </div>
        {/* What it finds stays in view while the fields change. */}
        <div className="grid min-w-0 gap-4 xl:sticky xl:top-24 xl:max-h-[calc(100dvh-7rem)] xl:overflow-y-auto">
          <RulePreview values={values} organization={organization} />
          <Rehearsal values={values} change={change} organization={organization} />
        </div>
      </div>
    </>
  );
}
