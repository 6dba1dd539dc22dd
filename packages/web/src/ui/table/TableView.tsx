import { useEffect, useId, useRef } from "react";
import type { RowsProps } from "./rows.ts";
import { revealCurrent } from "../section/reveal-current.ts";
import { rowsBody } from "./rows-body.ts";
import { Skeleton } from "../state/Skeleton.tsx";
import { type TableLayout, useLayout } from "./table-layout.ts";
import { TableHead } from "./TableHead.tsx";
import { TableRow } from "./TableRow.tsx";
import { useEdges } from "./use-edges.ts";
import { useRowKeys } from "./use-row-keys.ts";

/**
 * A layer of its own: a key press in the search field redraws the field's layer, without a hundred rows. A layer also
 * keeps what is in it below what follows. So there is none while a menu or a tooltip of a row is open.
 */
const layer = "will-change-[opacity] has-[[data-popup-open],[role=tooltip]]:will-change-auto";

/** The shadow where columns are hidden beside the window, or below the columns that stay. */
const edge = "pointer-events-none absolute inset-y-0 z-20 hidden w-4 from-edge to-transparent";

const usualRows = 10;

/** The table of a DataTable, for wide windows. A table whose rows open is one stop of the Tab key. */
export function TableView<Row>(props: RowsProps<Row>) {
  const { labelledBy, columns, rows, rowKey, onOpen, selection, body, keepPlaces, takesFocus, sorting } =
    props;
  const table = useRef<HTMLTableElement>(null);
  const hint = useId();
  const layout = useLayout(props);
  const [start, end] = layout.covered.map((rem) => `${rem}rem`);
  const frame = useEdges();
  const sortedBy = sorting?.by;
  useEffect(() => {
    // The first column stays in view by itself. The others move when columns come, go, or turn out to be empty.
    if (frame.current && sortedBy !== undefined && layout.minWidth !== undefined)
      revealCurrent(frame.current, "[aria-sort]:not(.sticky)");
  }, [frame, sortedBy, layout.minWidth]);
  const walks = onOpen !== undefined;
  const press = useRowKeys(table, walks, (place, shift) => {
    const row = rows?.[place];
    if (row !== undefined) selection?.toggle(row, shift);
  });
  return (
    <div className="relative">
      {/* Positioned, so that text for screen readers is clipped with the table and does not widen the page. */}
      <div
        ref={frame}
        className="peer relative overflow-x-auto"
        style={{ scrollPaddingInline: `${start} ${end}` }}
        {...(takesFocus && { role: "group", "aria-labelledby": labelledBy, tabIndex: 0 })}
      >
        {walks && (
          <p id={hint} className="sr-only">
            Up and Down move between rows, Left and Right within a row. Enter opens
            {selection && ", Space selects"}.
          </p>
        )}
        <table
          ref={table}
          aria-labelledby={labelledBy}
          aria-busy={rows === undefined}
          {...(walks && { "aria-describedby": hint, onKeyDown: press })}
          style={{ minWidth: layout.minWidth }}
          className={`w-full border-collapse ${layout.table} ${keepPlaces ? layer : ""}`}
        >
          {layout.widths.length > 0 && (
            <colgroup>
              {layout.widths.map((width, place) => (
                // Columns are identified by their place.
                <col key={place} style={{ width }} />
              ))}
            </colgroup>
          )}
          <TableHead {...props} layout={layout} />
          <tbody {...rowsBody(columns, body)}>
            {rows === undefined && <Placeholders {...props} layout={layout} />}
            {rows?.map((row, place) => (
              <TableRow key={keepPlaces ? place : rowKey(row)} {...props} row={row} layout={layout} />
            ))}
          </tbody>
        </table>
      </div>
      <span aria-hidden className={`${edge} bg-linear-to-r peer-data-before:block`} style={{ left: start }} />
      <span aria-hidden className={`${edge} bg-linear-to-l peer-data-after:block`} style={{ right: end }} />
    </div>
  );
}

/** Rows without content, while the first rows load. */
function Placeholders<Row>(props: RowsProps<Row> & { layout: TableLayout }) {
  const { columns, selection, layout, expected = usualRows } = props;
  return Array.from({ length: expected }, (_, index) => (
    <tr key={index} className={`${layout.height} border-t border-line`}>
      {selection && (
        <td className={layout.checkbox}>
          <Skeleton className="mx-auto size-4" />
        </td>
      )}
      {columns.map(({ id, align, actions }, place) => (
        <td
          key={id}
          className={`${layout.padding} ${place === 0 ? layout.first : actions ? layout.actions : ""}`}
        >
          <Skeleton
            className={`h-3.5 max-w-full ${actions ? "w-6" : place === 0 ? "w-40" : "w-16"} ${align === "end" ? "ml-auto" : ""}`}
          />
        </td>
      ))}
    </tr>
  ));
}
