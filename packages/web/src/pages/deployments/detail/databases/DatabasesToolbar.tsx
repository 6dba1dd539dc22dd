import { Button } from "../../../../ui/form/Button.tsx";
import { SortSelect } from "../../../../ui/table/SortSelect.tsx";
import { SearchField } from "../../../../ui/form/SearchField.tsx";
import { databaseSorts } from "./database-columns.tsx";
import type { DatabaseView } from "./database-view.ts";
import type { ChangeDatabaseView } from "./use-database-view.ts";

interface DatabasesToolbarProps {
  view: DatabaseView;
  change: ChangeDatabaseView;
  /** The number of databases that are not active. */
  inactive: number;
}

/** Search, filter and sorting of databases. Sorting is a select only where the table has no headers. */
export function DatabasesToolbar({ view, change, inactive }: DatabasesToolbarProps) {
  return (
    <search
      aria-label="Databases"
      className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2"
    >
      <SearchField value={view.search} onSearch={(search) => change({ search }, "replace")} />
      {(inactive > 0 || view.inactive) && (
        <Button
          aria-pressed={view.inactive}
          onClick={() => change({ inactive: !view.inactive })}
          className="aria-pressed:border-accent aria-pressed:text-accent"
        >
          Inactive
          <span className="figures text-faint">{inactive}</span>
        </Button>
      )}
      <span className="contents md:hidden">
        <SortSelect fields={databaseSorts} value={view} onSort={change} width="min-w-44" />
      </span>
    </search>
  );
}
