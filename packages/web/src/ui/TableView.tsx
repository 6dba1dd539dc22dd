import { Fragment } from "react";
import { ExpandButton } from "./ExpandButton.tsx";
import type { RowsProps } from "./rows.ts";
import { rowsBody } from "./rows-body.ts";
import { Skeleton } from "./Skeleton.tsx";
import { SortHeader } from "./SortHeader.tsx";
import { isRowClick } from "./use-row.ts";

const skeletonRows = Array.from({ length: 10 }, (_, index) => index);

/**
 * With more columns than these, fixed widths leave no space for the first column until the window is wide.
 */
const mostFixed = 7;
/** The outer padding matches the frame's heading. */
const cellPadding = { few: "px-2 first:pl-4 lg:px-3", many: "px-2 first:pl-4 xl:px-3" } as const;
const directions = { asc: "ascending", desc: "descending" } as const;

/** The table of a DataTable, for wide windows. */
export function TableView<Row>({
  labelledBy,
  columns,
  rows,
  rowKey,
  onOpen,
  details,
  sorting,
  body,
  expanded,
}: RowsProps<Row>) {
  const { isOpen, toggle } = expanded;
  const size = columns.length > mostFixed ? "many" : "few";
  const padding = cellPadding[size];
  const alignment = (align?: "end") => (align === "end" ? "text-right" : "text-left");
  const rowLook = `border-t border-line ${onOpen ? "cursor-pointer hover:bg-hover" : ""}`;
  return (
    // Positioned, so that text for screen readers is clipped with the table and does not widen the page.
    <div className="relative overflow-x-auto">
      <table
        aria-labelledby={labelledBy}
        aria-busy={rows === undefined}
        className={`w-full border-collapse ${size === "many" ? "xl:table-fixed" : "lg:table-fixed"}`}
      >
        <thead>
          <tr className="bg-sunken text-xs text-muted">
            {columns.map(({ id, header, align, sortable, actions, width = "" }) => (
              <th
                key={id}
                scope="col"
                aria-sort={sorting?.by === id ? directions[sorting.order] : undefined}
                className={`h-9 ${padding} font-medium lg:whitespace-nowrap ${alignment(align)} ${width}`}
              >
                {sortable && sorting ? (
                  <SortHeader id={id} header={header} align={align} sorting={sorting} />
                ) : (
                  <span className={actions ? "sr-only" : ""}>{header}</span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...rowsBody(columns, body)}>
          {rows === undefined &&
            skeletonRows.map((index) => (
              <tr key={index} className="h-12 border-t border-line">
                {columns.map(({ id, align, actions }, place) => (
                  <td key={id} className={padding}>
                    <Skeleton
                      className={`h-3.5 ${actions ? "w-6" : place === 0 ? "w-40" : "w-16"} ${align === "end" ? "ml-auto" : ""}`}
                    />
                  </td>
                ))}
              </tr>
            ))}
          {rows?.map((row) => {
            const key = rowKey(row);
            return (
              <Fragment key={key}>
                <tr className={rowLook} onClick={(event) => isRowClick(event) && onOpen?.(row)}>
                  {columns.map(({ id, cell, align }, place) => {
                    const look = `h-12 ${padding} py-1.5 font-normal ${alignment(align)}`;
                    if (place > 0)
                      return (
                        <td key={id} className={look}>
                          {cell(row)}
                        </td>
                      );
                    return (
                      <th key={id} scope="row" className={look}>
                        <span className="flex items-center gap-1">
                          {details && (
                            <ExpandButton
                              label={details.label(row)}
                              open={isOpen(key)}
                              onToggle={() => toggle(key)}
                            />
                          )}
                          {cell(row)}
                        </span>
                      </th>
                    );
                  })}
                </tr>
                {details && isOpen(key) && (
                  <tr>
                    <td colSpan={columns.length} className="bg-sunken px-11 py-4">
                      {details.content(row)}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
