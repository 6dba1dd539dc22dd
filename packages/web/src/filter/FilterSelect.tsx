import type { ReactNode } from "react";
import { filterControl } from "../ui/form/filter-control.ts";

interface FilterSelectProps {
  label: string;
  /** The choice that filters nothing. */
  all: string;
  /** Undefined for all. */
  value: string | undefined;
  /** Called with "" for all. */
  onChange: (value: string) => void;
  /** The choices by their labels. */
  choices?: readonly (readonly [value: string, label: string])[];
  /** Further choices. */
  children?: ReactNode;
}

/** Narrows a list to one value of a field. */
export function FilterSelect({ label, all, value = "", onChange, choices, children }: FilterSelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      className={filterControl}
    >
      <option value="">{all}</option>
      {children}
      {choices?.map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
