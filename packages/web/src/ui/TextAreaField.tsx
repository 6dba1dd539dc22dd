import { type ComponentProps, useId } from "react";

interface TextAreaFieldProps extends ComponentProps<"textarea"> {
  label: string;
  /** Says what is wanted, before anything is wrong. */
  hint?: string | undefined;
}

/** A field for several lines with its label; the hint is read out with it. */
export function TextAreaField({ label, hint, ...rest }: TextAreaFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        aria-describedby={hint && `${id}-hint`}
        className="w-full rounded-md border border-field bg-surface px-3 py-2 text-lg placeholder:text-faint focus-visible:border-accent focus-visible:outline-offset-0 md:text-base"
        {...rest}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
