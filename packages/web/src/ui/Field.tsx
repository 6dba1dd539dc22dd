import { type ComponentProps, useId } from "react";

/** A text field with its label. */
export function Field({ label, ...rest }: ComponentProps<"input"> & { label: string }) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <input
        id={id}
        className="h-10 w-full rounded-md border border-field bg-surface px-3 text-lg placeholder:text-faint focus-visible:border-accent focus-visible:outline-offset-0 md:text-base"
        {...rest}
      />
    </div>
  );
}
