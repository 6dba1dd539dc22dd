import { type ComponentProps, useId } from "react";

interface TextAreaFieldProps extends ComponentProps<"textarea"> {
  label: string;
  /** Describes the expected text. */
  hint?: string | undefined;
  /** The fault of the text. */
  error?: string | undefined;
}

/** A field for several lines with its label. Screen readers read hint and error with it. */
export function TextAreaField({ label, hint, error, ...rest }: TextAreaFieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={described || undefined}
        className="w-full rounded-md border border-field bg-surface px-3 py-2 text-lg placeholder:text-faint focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-bad md:text-base"
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
