import { type ReactNode, useId } from "react";

export interface LabelledProps {
  label: ReactNode;
  /** Describes the expected value. */
  hint?: string | undefined;
  /** The fault of the value. */
  error?: string | undefined;
}

/** What a control has from its label. */
interface Control {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
}

/** A control with its label. Screen readers read hint and error with it. */
export function Labelled({
  label,
  hint,
  error,
  children,
}: LabelledProps & { children: (control: Control) => ReactNode }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        "aria-invalid": error === undefined ? undefined : true,
        "aria-describedby": described || undefined,
      })}
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
