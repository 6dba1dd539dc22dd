import { type ComponentProps, useId } from "react";

/** A choice from a list with its label; the browser's own control, which is the best one on a phone. */
export function SelectField({ label, children, ...rest }: ComponentProps<"select"> & { label: string }) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        className="h-10 w-full rounded-md border border-field bg-surface px-2 text-lg focus-visible:border-accent focus-visible:outline-offset-0 md:text-base"
        {...rest}
      >
        {children}
      </select>
    </div>
  );
}
