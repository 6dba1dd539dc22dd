import { ShownCheckbox } from "./RowCheckbox.tsx";
import type { RowsProps, Sorting } from "./rows.ts";
import type { TableLayout } from "./table-layout.ts";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react";

/** The button in a column's header that sorts by it. */
function SortHeader({
  id,
  header,
  align,
  isCut,
  sorting,
}: {
  id: string;
  header: string;
  align?: "end" | undefined;
  isCut: boolean;
  sorting: Sorting;
}) {
  const sorted = sorting.by === id;
  const Icon = !sorted ? ChevronsUpDown : sorting.order === "asc" ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      onClick={() => sorting.onSort(id)}
      title={isCut ? header : undefined}
      className={`group -mx-1.5 inline-flex min-h-7 max-w-full items-center gap-1 rounded-sm px-1.5 font-medium hover:text-ink ${align === "end" ? "flex-row-reverse text-right" : "text-left"} ${sorted ? "text-ink" : ""}`}
    >
      <span className={isCut ? "truncate" : ""}>{header}</span>
      <Icon
        aria-hidden
        // To the left of a header it is in the padding: figures have narrow columns.
        className={`size-3.5 shrink-0 ${align === "end" ? "-ml-4.5" : ""} ${sorted ? "" : "opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"}`}
      />
    </button>
  );
}

const directions = { asc: "ascending", desc: "descending" } as const;

interface TableHeadProps<Row> extends Pick<RowsProps<Row>, "columns" | "sorting" | "selection" | "totals"> {
  layout: TableLayout;
}

/** The headers of a table, and the line with the totals below them. */
export function TableHead<Row>({ columns, sorting, selection, totals, layout }: TableHeadProps<Row>) {
  return (
    <thead>
      <tr className="bg-head text-xs text-muted">
        {selection && (
          <th scope="col" className={`h-9 ${layout.checkbox}`}>
            <ShownCheckbox selection={selection} />
          </th>
        )}
        {columns.map(({ id, header, align, sortable, actions, width = "", isEmpty = false }, place) => (
          <th
            key={id}
            scope="col"
            aria-sort={sorting?.by === id ? directions[sorting.order] : undefined}
            className={`h-9 ${layout.padding} font-medium ${align === "end" ? "text-right" : "text-left"} ${width} ${place === 0 ? layout.first : actions ? layout.actions : ""}`}
          >
            {sortable && sorting ? (
              <SortHeader id={id} header={header} align={align} isCut={isEmpty} sorting={sorting} />
            ) : (
              <span
                title={isEmpty ? header : undefined}
                className={actions ? "sr-only" : isEmpty ? "block truncate" : ""}
              >
                {header}
              </span>
            )}
          </th>
        ))}
      </tr>
      {totals !== undefined && (
        <tr className="border-t border-line bg-head text-sm text-muted">
          <td colSpan={columns.length + (selection ? 1 : 0)} className="h-8 p-0">
            <div className="sticky left-0 inline-block px-4">{totals}</div>
          </td>
        </tr>
      )}
    </thead>
  );
}
