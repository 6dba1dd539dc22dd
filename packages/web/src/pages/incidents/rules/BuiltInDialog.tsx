import type { WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { incidentSeverities } from "@shardwatch/core/contract/incident/words";
import { changeBuiltIn } from "../../../api/incidents/rules.ts";
import { severityWord } from "../../../incidents/SeverityBadge.tsx";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { isOutdated } from "../../../lib/errors.ts";
import { useForm } from "../../../lib/use-form.ts";
import { counted } from "../../../lib/words/count.ts";
import { Field } from "../../../ui/form/Field.tsx";
import { SelectField } from "../../../ui/form/SelectField.tsx";
import { FormDialog } from "../../../ui/popup/FormDialog.tsx";
import { steps, thresholdText } from "./built-in-texts.ts";
import { builtInFaults, builtInValues, type BuiltInValues, changesOf } from "./built-in-values.ts";
import { SendToFields } from "./form/SendToFields.tsx";

const units = { percent: "%", days: "days left" } as const;

/** Changes what an organization may change about a built-in rule. Each field says what it is without a change. */
export default function BuiltInDialog({ rule, onClose }: { rule: WatchingRule; onClose: () => void }) {
  const { changeable = {}, changes } = rule;
  const { thresholds } = changeable;
  const form = useForm<BuiltInValues>({
    initial: builtInValues(rule),
    faultsOf: (values) => builtInFaults(values, rule),
    send: async (values) => {
      await changeBuiltIn(rule.id, changes?.revision, changesOf(values, rule));
      showSuccess("Rule changed");
      onClose();
    },
    failure: "Failed to change the rule",
  });
  const { values, change, field, faultOf } = form;
  return (
    <FormDialog
      title={`Change “${rule.name}”`}
      form={form}
      verb="Save"
      pending="Saving…"
      focus="first-field"
      help={isOutdated(form.error) && <p className="text-sm">Cancel, and change it as it is now.</p>}
      onClose={onClose}
    >
      <p className="text-muted">{rule.condition}.</p>
      {thresholds && (
        <div className="grid items-start gap-4 sm:grid-cols-3">
          {steps.map((step) => (
            <Field
              key={step}
              label={`${severityWord(step)} from (${units[thresholds.unit]})`}
              hint={`Default: ${thresholdText(thresholds.values[step], thresholds.unit)}`}
              inputMode="decimal"
              autoComplete="off"
              {...field(step)}
            />
          ))}
        </div>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {changeable.for !== undefined && (
          <Field
            label="For how many minutes"
            hint={`Default: ${counted(changeable.for, "minute")}`}
            inputMode="numeric"
            autoComplete="off"
            {...field("for")}
          />
        )}
        {changeable.severity !== undefined && (
          <SelectField
            label="Severity"
            hint={`Default: ${changeable.severity}`}
            value={values.severity}
            onChange={({ target }) =>
              change({ severity: incidentSeverities.find((each) => each === target.value) ?? "warning" })
            }
            options={incidentSeverities.map((severity) => [severity, severityWord(severity)])}
          />
        )}
      </div>
      <SendToFields values={values} change={change} error={faultOf("channels")} />
    </FormDialog>
  );
}
