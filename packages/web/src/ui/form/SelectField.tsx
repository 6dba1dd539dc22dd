import { type ComponentProps, useId } from "react";

interface SelectFieldProps extends ComponentProps<"select"> {
  label: string;
  /** The fault of the choice. */
  error?: string | undefined;
}

/** A select with its label. The browser's own control works best on a phone. */
export function SelectField({ label, error, children, ...rest }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error && `${id}-error`}
        className="h-10 w-full max-md:h-11 rounded-md border border-field bg-surface px-2 text-lg focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-bad md:text-base"
        {...rest}
      >
        {children}
      </select>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
