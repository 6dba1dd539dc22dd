import type { ComponentProps } from "react";
import { useOverTime } from "../lib/time/ticker.ts";
import { browserZone } from "../lib/time/zone.ts";
import { Checkbox } from "../ui/form/Checkbox.tsx";
import { Field } from "../ui/form/Field.tsx";
import { EndTime } from "./EndTime.tsx";
import { endChoices, type EndChoice, endOf, endTexts } from "./silence-ends.ts";

interface EndValues {
  end: EndChoice;
  typed: string;
}

interface SilenceEndFieldsProps {
  values: EndValues;
  change: (part: Partial<EndValues>) => void;
  /** The props of the field for a time of one's own. */
  typed: Omit<ComponentProps<typeof Field>, "label">;
}

/** Asks how long, and says when that is. */
export function SilenceEndFields({ values, change, typed }: SilenceEndFieldsProps) {
  return (
    <>
      <fieldset className="grid min-w-0">
        <legend className="mb-1 text-sm font-medium">How long</legend>
        <div className="grid md:grid-cols-2">
          {endChoices.map((choice) => (
            <Checkbox
              key={choice}
              type="radio"
              name="end"
              label={endTexts[choice]}
              checked={values.end === choice}
              onChange={() => change({ end: choice })}
            />
          ))}
        </div>
      </fieldset>
      {values.end === "custom" && (
        <Field label="Day and time on your clock" type="datetime-local" {...typed} />
      )}
      <End choice={values.end} typed={values.typed} />
    </>
  );
}

/** The end that is chosen. It moves on while the dialog is open. */
function End({ choice, typed }: { choice: EndChoice; typed: string }) {
  const end = useOverTime((now) => endOf(choice, typed, now, browserZone()));
  return (
    <p role="status" className="text-sm">
      {end === undefined ? (
        "It ends at the time that you choose."
      ) : (
        <>
          Ends <EndTime at={end - (end % 60_000)} />
        </>
      )}
    </p>
  );
}
