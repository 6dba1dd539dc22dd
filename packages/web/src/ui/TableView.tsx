import { Fragment } from "react";
import { ExpandButton } from "./ExpandButton.tsx";
import type { RowsProps } from "./rows.ts";
import { Skeleton } from "./Skeleton.tsx";
import { isRowClick } from "./use-row.ts";

const skeletonRows = Array.from({ length: 10 }, (_, index) => index);

/** The table of a DataTable, for windows that are wide enough. */
export function TableView<Row>({
  labelledBy,
  columns,
  rows,
  rowKey,
  onOpen,
  details,
  expanded,
}: RowsProps<Row>) {
  const { isOpen, toggle } = expanded;
  const alignment = (align?: "end") => (align === "end" ? "text-right" : "text-left");
  const rowLook = `border-t border-line ${onOpen ? "cursor-pointer hover:bg-hover" : ""}`;
  return (
    <div className="overflow-x-auto">
      <table
        aria-labelledby={labelledBy}
        aria-busy={rows === undefined}
        className="w-full border-collapse lg:table-fixed"
      >
        <thead>
          <tr className="bg-sunken text-xs text-muted">
            {columns.map(({ id, header, align, width = "" }) => (
              <th
                key={id}
                scope="col"
                className={`h-9 px-3 lg:px-4 font-medium lg:whitespace-nowrap ${alignment(align)} ${width}`}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined &&
            skeletonRows.map((index) => (
              <tr key={index} className="h-12 border-t border-line">
                {columns.map(({ id, align }, place) => (
                  <td key={id} className="px-3 lg:px-4">
                    <Skeleton
                      className={`h-3.5 ${place === 0 ? "w-40" : "w-16"} ${align === "end" ? "ml-auto" : ""}`}
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
                    const look = `h-12 px-3 lg:px-4 py-1.5 font-normal ${alignment(align)}`;
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
                    <td colSpan={columns.length} className="bg-sunken px-11 lg:px-12 py-4">
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
