import { dayNames } from "@shardwatch/core/contract/incident/rule-sentence";
import { weekdays } from "@shardwatch/core/contract/incident/rule-words";
import { Checkbox } from "../../../../ui/form/Checkbox.tsx";
import { Field } from "../../../../ui/form/Field.tsx";
import { ChoiceGroup } from "../../../../ui/form/Choices.tsx";
import type { RuleFields } from "./use-rule-form.ts";

/** When messages go out. */
export function HoursFields({ form }: { form: RuleFields }) {
  const { values, change, faultOf, field } = form;
  const { hasHours, days } = values;
  return (
    <>
      <div className="-mx-2">
        <Checkbox
          label="Send messages only at certain hours"
          checked={hasHours}
          onChange={({ target }) => change({ hasHours: target.checked })}
        />
      </div>
      {hasHours && (
        <div className="grid gap-4 border-l-2 border-line pl-4">
          <ChoiceGroup legend="Days" error={faultOf("days")}>
            <div className="flex flex-wrap">
              {weekdays.map((day) => (
                <Checkbox
                  key={day}
                  label={dayNames[day]}
                  checked={days.includes(day)}
                  onChange={({ target }) =>
                    change({
                      days: weekdays.filter((each) => (each === day ? target.checked : days.includes(each))),
                    })
                  }
                />
              ))}
            </div>
          </ChoiceGroup>
          <div className="grid items-start gap-4 sm:grid-cols-[8rem_8rem_minmax(0,1fr)]">
            <Field label="From" type="time" {...field("from")} />
            <Field label="To" type="time" {...field("to")} />
            <Field label="Time zone" autoComplete="off" spellCheck={false} {...field("zone")} />
          </div>
          <p className="text-sm text-muted">
            22:00 to 06:00 ends on the next day, and 00:00 to 00:00 is the whole day. Incidents open at any
            time. When the hours begin, you get those that are still open.
          </p>
        </div>
      )}
    </>
  );
}
