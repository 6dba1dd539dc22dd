import type { ComponentProps } from "react";
import { Labelled, type LabelledProps } from "./Labelled.tsx";

/** A text field with its label. */
export function Field({ label, hint, error, ...rest }: ComponentProps<"input"> & LabelledProps) {
  return (
    <Labelled label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          className="h-10 w-full max-md:h-11 rounded-md border border-field bg-surface px-3 text-lg placeholder:text-faint focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-bad md:text-base"
          {...rest}
        />
      )}
    </Labelled>
  );
}
