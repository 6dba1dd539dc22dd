import { type ComponentProps, useId } from "react";

interface FieldProps extends ComponentProps<"input"> {
  label: string;
  /** Describes the expected value. */
  hint?: string | undefined;
  /** The fault of the value. */
  error?: string | undefined;
}

/** A text field with its label. Screen readers read hint and error with it. */
export function Field({ label, hint, error, ...rest }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={described || undefined}
        className="h-10 w-full max-md:h-11 rounded-md border border-field bg-surface px-3 text-lg placeholder:text-faint focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-bad md:text-base"
        {...rest}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
