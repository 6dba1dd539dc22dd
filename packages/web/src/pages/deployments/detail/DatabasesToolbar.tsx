import { useId } from "react";
import { Button } from "../../../ui/Button.tsx";
import { SearchField } from "../SearchField.tsx";
import { type DatabaseView, databaseSorts, isDatabaseSort } from "./database-view.ts";
import type { ChangeDatabaseView } from "./use-database-view.ts";

interface DatabasesToolbarProps {
  view: DatabaseView;
  change: ChangeDatabaseView;
  /** How many databases are not active. */
  inactive: number;
}

const orders = ["asc", "desc"] as const;

/** Everything by which databases are found; sorting is a select only where there are no headers to press. */
export function DatabasesToolbar({ view, change, inactive }: DatabasesToolbarProps) {
  const id = useId();
  return (
    <search
      aria-label="Databases"
      className="flex flex-wrap items-center gap-2 border-b border-line px-3 py-2"
    >
      <SearchField value={view.search} onSearch={(search) => change({ search }, "replace")} />
      {(inactive > 0 || view.inactive) && (
        <Button
          aria-pressed={view.inactive}
          onClick={() => change({ inactive: !view.inactive })}
          className="aria-pressed:border-accent aria-pressed:text-accent max-md:h-11"
        >
          Not active
          <span className="figures text-faint">{inactive}</span>
        </Button>
      )}
      <span className="contents md:hidden">
        <label htmlFor={id} className="sr-only">
          Sort by
        </label>
        <select
          id={id}
          value={`${view.sort} ${view.order}`}
          onChange={({ target }) => {
            const [sort = "", order] = target.value.split(" ");
            if (isDatabaseSort(sort)) change({ sort, order: order === "desc" ? "desc" : "asc" });
          }}
          className="h-11 min-w-44 flex-1 rounded-md border border-field bg-surface px-1.5 text-lg"
        >
          {Object.entries(databaseSorts).map(([sort, { label, ...directions }]) =>
            orders.map((order) => (
              <option key={order} value={`${sort} ${order}`}>
                {label}, {directions[order]}
              </option>
            )),
          )}
        </select>
      </span>
    </search>
  );
}
