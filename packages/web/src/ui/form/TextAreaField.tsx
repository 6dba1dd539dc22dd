import type { ComponentProps } from "react";
import { Labelled, type LabelledProps } from "./Labelled.tsx";

/** A field for several lines with its label. */
export function TextAreaField({ label, hint, error, ...rest }: ComponentProps<"textarea"> & LabelledProps) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(control) => (
        <textarea
          {...control}
          rows={3}
          className="w-full rounded-md border border-field bg-surface px-3 py-2 text-lg placeholder:text-faint focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-bad md:text-base"
          {...rest}
        />
      )}
    </Labelled>
  );
}
