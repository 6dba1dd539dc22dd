import { useId } from "react";
import type { Sorting } from "./rows.ts";

type Order = Sorting["order"];
const orders: readonly Order[] = ["asc", "desc"];

export interface SortSelectProps<Field extends string> {
  /** The sort fields, with the names of both directions. */
  fields: Readonly<Record<Field, { label: string } & Readonly<Record<Order, string>>>>;
  value: { sort: Field; order: Order };
  onSort: (value: { sort: Field; order: Order }) => void;
  /** A class that limits its width beside other controls in the same line. */
  width: string;
}

/** The sorting on a small screen without column headers. */
export function SortSelect<Field extends string>({ fields, value, onSort, width }: SortSelectProps<Field>) {
  const id = useId();
  const names = Object.keys(fields) as Field[];
  const choices = names.flatMap((sort) => orders.map((order) => ({ sort, order })));
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Sort by
      </label>
      <select
        id={id}
        value={`${value.sort} ${value.order}`}
        onChange={({ target }) => {
          const chosen = choices[target.selectedIndex];
          if (chosen) onSort(chosen);
        }}
        className={`h-11 flex-1 rounded-md border border-field bg-surface px-1.5 text-lg ${width}`}
      >
        {choices.map(({ sort, order }) => (
          <option key={`${sort} ${order}`} value={`${sort} ${order}`}>
            {fields[sort].label}, {fields[sort][order]}
          </option>
        ))}
      </select>
    </>
  );
}
