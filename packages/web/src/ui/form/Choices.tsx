import { type ReactNode, useId } from "react";
import { Checkbox } from "./Checkbox.tsx";

interface ChoiceGroupProps {
  legend: string;
  /** The fault of the choice. */
  error?: string | undefined;
  children: ReactNode;
}

/** Boxes or radio buttons with the legend that names them. They begin where the fields do. */
export function ChoiceGroup({ legend, error, children }: ChoiceGroupProps) {
  const id = useId();
  return (
    <fieldset
      className="grid min-w-0"
      data-invalid={error === undefined ? undefined : ""}
      aria-describedby={error === undefined ? undefined : id}
    >
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="-mx-2 grid">{children}</div>
      {error !== undefined && (
        <p id={id} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface RadioGroupProps<Value extends string> {
  legend: string;
  value: Value;
  options: readonly (readonly [value: Value, label: string])[];
  error?: string | undefined;
  onChange: (value: Value) => void;
}

/** One of a few choices, each in words. */
export function RadioGroup<Value extends string>({
  legend,
  value,
  options,
  error,
  onChange,
}: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <ChoiceGroup legend={legend} error={error}>
      {options.map(([each, label]) => (
        <Checkbox
          key={each}
          type="radio"
          name={name}
          label={label}
          checked={each === value}
          onChange={() => onChange(each)}
        />
      ))}
    </ChoiceGroup>
  );
}
