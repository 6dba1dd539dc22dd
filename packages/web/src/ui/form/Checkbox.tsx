import { type ComponentProps, type ReactNode, useId } from "react";

/** A checkbox, or one of several radio buttons, with its label; the whole line is clickable. */
export function Checkbox({
  label,
  hint,
  ...rest
}: ComponentProps<"input"> & { label: ReactNode; hint?: string }) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className="flex min-h-8 items-center gap-2 rounded-sm px-2 hover:bg-hover has-disabled:text-muted has-disabled:hover:bg-transparent max-md:min-h-11"
    >
      <input id={id} type="checkbox" className="size-4 shrink-0 accent-accent" {...rest} />
      {label}
      {hint && <span className="ml-auto text-xs text-muted">{hint}</span>}
    </label>
  );
}
