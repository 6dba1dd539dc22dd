import { ShownCheckbox } from "./RowCheckbox.tsx";
import type { RowsProps } from "./rows.ts";
import { SortHeader } from "./SortHeader.tsx";
import type { TableLayout } from "./table-layout.ts";

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
        {columns.map(({ id, header, align, sortable, actions, width = "" }, place) => (
          <th
            key={id}
            scope="col"
            aria-sort={sorting?.by === id ? directions[sorting.order] : undefined}
            className={`h-9 ${layout.padding} font-medium ${align === "end" ? "text-right" : "text-left"} ${width} ${place === 0 ? layout.first : actions ? layout.actions : ""}`}
          >
            {sortable && sorting ? (
              <SortHeader id={id} header={header} align={align} sorting={sorting} />
            ) : (
              <span className={actions ? "sr-only" : ""}>{header}</span>
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
