import { Cell } from "./Cell.tsx";
import { ExpandButton } from "./ExpandButton.tsx";
import { RowCheckbox } from "./RowCheckbox.tsx";
import { RowKey } from "./row-key.ts";
import type { RowsProps } from "./rows.ts";
import type { TableLayout } from "./table-layout.ts";
import { isRowClick } from "./use-row.ts";

interface TableRowProps<Row> extends Pick<
  RowsProps<Row>,
  "columns" | "rowKey" | "onOpen" | "details" | "selection" | "expanded"
> {
  row: Row;
  layout: TableLayout;
}

/** One row of a table, and its details while they are expanded. */
export function TableRow<Row>({
  row,
  columns,
  rowKey,
  onOpen,
  details,
  selection,
  expanded: { isOpen, toggle },
  layout,
}: TableRowProps<Row>) {
  const key = rowKey(row);
  const selected = selection?.has(row) === true;
  // Sticky cells inherit it, and cover what scrolls below them. So it is never transparent.
  const background = selected ? "bg-selected" : "bg-surface";
  return (
    <RowKey value={key}>
      <tr
        className={`border-t border-line ${background} ${onOpen ? "cursor-pointer hover:bg-hover" : ""}`}
        onClick={(event) => isRowClick(event) && onOpen?.(row)}
      >
        {selection && (
          <td className={layout.checkbox}>
            <RowCheckbox row={row} selection={selection} />
          </td>
        )}
        {columns.map((column, place) => {
          const { id, align, actions } = column;
          const className = `${layout.height} ${layout.padding} font-normal ${align === "end" ? "text-right" : "text-left"}`;
          if (place > 0)
            return (
              <td key={id} className={`${className} ${actions ? layout.actions : ""}`}>
                {/* An open menu must not pass to the next row in its place. */}
                <Cell key={actions ? key : id} column={column} row={row} />
              </td>
            );
          return (
            <th key={id} scope="row" className={`${className} ${layout.first}`}>
              <span className="flex items-center gap-1">
                {details && (
                  <ExpandButton label={details.label(row)} open={isOpen(key)} onToggle={() => toggle(key)} />
                )}
                <Cell column={column} row={row} />
              </span>
            </th>
          );
        })}
      </tr>
      {details && isOpen(key) && (
        <tr>
          <td colSpan={columns.length + (selection ? 1 : 0)} className="bg-sunken px-11 py-4">
            {details.content(row)}
          </td>
        </tr>
      )}
    </RowKey>
  );
}
