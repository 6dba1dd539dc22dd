import type { ComponentProps } from "react";
import { Labelled, type LabelledProps } from "./Labelled.tsx";

interface SelectFieldProps extends ComponentProps<"select">, LabelledProps {
  /** The choices, after those among the children. */
  options: readonly (readonly [value: string | number, text: string])[];
}

/** A select with its label. The browser's own control works best on a phone. */
export function SelectField({ label, hint, error, options, children, ...rest }: SelectFieldProps) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(control) => (
        <select
          {...control}
          className="h-10 w-full max-md:h-11 rounded-md border border-field bg-surface px-2 text-lg focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-bad md:text-base"
          {...rest}
        >
          {children}
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
