import { useId } from "react";
import { isSortField, sortFields } from "./sorting.ts";
import type { ChangeView } from "./use-view.ts";
import type { View } from "./view.ts";

const orders = ["asc", "desc"] as const;

/** The sorting where there are no headers to press. */
export function SortSelect({ view, change }: { view: View; change: ChangeView }) {
  const id = useId();
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Sort by
      </label>
      <select
        id={id}
        value={`${view.sort} ${view.order}`}
        onChange={({ target }) => {
          const [sort = "", order] = target.value.split(" ");
          if (isSortField(sort)) change({ sort, order: order === "desc" ? "desc" : "asc" });
        }}
        className="h-11 min-w-0 flex-1 rounded-md border border-field bg-surface px-1.5 text-lg"
      >
        {Object.entries(sortFields).map(([field, { label, ...directions }]) =>
          orders.map((order) => (
            <option key={order} value={`${field} ${order}`}>
              {label}, {directions[order]}
            </option>
          )),
        )}
      </select>
    </>
  );
}
