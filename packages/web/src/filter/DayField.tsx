import { useId } from "react";
import { filterControl } from "../ui/form/filter-control.ts";

interface DayFieldProps {
  label: string;
  value: string | undefined;
  onChange: (day: string) => void;
}

/** A local day among the filters above a list; "" when it is cleared. */
export function DayField({ label, value = "", onChange }: DayFieldProps) {
  const id = useId();
  return (
    <span className="flex items-center gap-1.5 max-md:w-full">
      <label htmlFor={id} className="text-sm text-muted max-md:w-12">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={filterControl}
      />
    </span>
  );
}
