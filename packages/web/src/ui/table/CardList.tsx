import { memo } from "react";
import { Cell } from "./Cell.tsx";
import { ExpandButton } from "./ExpandButton.tsx";
import { RowCheckbox } from "./RowCheckbox.tsx";
import { RowKey } from "./row-key.ts";
import type { Column, RowsProps } from "./rows.ts";
import { rowsBody } from "./rows-body.ts";
import { Skeleton } from "../state/Skeleton.tsx";

/** The link in a card's title takes clicks anywhere on the card. */
const linkCoversCard = "[&_[data-row-link]]:after:absolute [&_[data-row-link]]:after:inset-0";
const usualCards = 4;

/** The rows of a DataTable as cards, every field with its name, for small windows. */
export function CardList<Row>(props: RowsProps<Row>) {
  const { labelledBy, columns, rows, rowKey, totals, body, keepPlaces } = props;
  return (
    <>
      {totals !== undefined && (
        <div className="border-b border-line bg-head px-4 py-2 text-sm text-muted">{totals}</div>
      )}
      <ul
        {...rowsBody(columns, body)}
        aria-labelledby={labelledBy}
        aria-busy={rows === undefined}
        className="divide-y divide-line"
      >
        {rows === undefined &&
          Array.from({ length: props.expected ?? usualCards }, (_, index) => (
            <li key={index} className="grid h-28 content-start gap-3 p-4">
              <Skeleton className="h-5 w-44" />
              <Skeleton className="h-3.5 w-full" />
              <Skeleton className="h-3.5 w-full" />
            </li>
          ))}
        {rows?.map((row, place) => (
          <Card key={keepPlaces ? place : rowKey(row)} {...props} row={row} />
        ))}
      </ul>
    </>
  );
}

/**
 * One row. Columns with a place in cards make a compact one: title and corner, their own lines, then the rest
 * in one line. Without such columns every field has a line.
 */
function Card<Row>({
  row,
  columns,
  rowKey,
  onOpen,
  details,
  selection,
  expanded: { isOpen, toggle },
}: RowsProps<Row> & { row: Row }) {
  const key = rowKey(row);
  const [first, ...others] = columns;
  const actions = others.find((column) => column.actions);
  const fields = others.filter(({ actions: isActions, card }) => !isActions && card !== "none");
  const compact = fields.some(({ card }) => card !== undefined);
  const corner = fields.find(({ card }) => card === "corner");
  return (
    <RowKey value={key}>
      <li
        className={`relative grid grid-cols-1 gap-2 px-4 ${compact ? "py-2.5" : "py-4"} ${selection?.has(row) ? "bg-selected" : ""}`}
      >
        <div className={`flex min-h-6 items-center gap-1 font-medium ${onOpen ? linkCoversCard : ""}`}>
          {selection && (
            <span className="-my-2.5 -ml-3 shrink-0">
              <RowCheckbox row={row} selection={selection} />
            </span>
          )}
          {details && (
            <ExpandButton label={details.label(row)} open={isOpen(key)} onToggle={() => toggle(key)} />
          )}
          {first && <Cell column={first} row={row} />}
          {corner && (
            <dl className="ml-auto shrink-0 pl-2">
              <Named column={corner} row={row} place="hidden" />
            </dl>
          )}
          {actions && (
            <span className={`-my-2.5 -mr-2.5 shrink-0 ${corner ? "" : "ml-auto"}`}>
              {/* An open menu must not pass to the next row in its place. */}
              <Cell key={key} column={actions} row={row} />
            </span>
          )}
        </div>
        {compact ? (
          <CompactFields columns={fields} row={row} />
        ) : (
          <dl className="grid gap-1.5">
            {fields.map((column) => (
              <Named key={column.id} column={column} row={row} place="apart" />
            ))}
          </dl>
        )}
        {details && isOpen(key) && <div className="rounded-md bg-sunken p-4">{details.content(row)}</div>}
      </li>
    </RowKey>
  );
}

/** The fields below the title of a compact card: those with a line of their own, then the rest in one line. */
function CompactFields<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  const lines = columns.filter(({ card }) => card === "line");
  const rest = columns.filter(({ card }) => card !== "corner" && card !== "line");
  return (
    <>
      {lines.length > 0 && (
        <dl className="grid gap-1.5">
          {lines.map((column) => (
            <Named key={column.id} column={column} row={row} place="hidden" />
          ))}
        </dl>
      )}
      <dl className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {rest.map((column) => (
          <Named key={column.id} column={column} row={row} place={column.card ? "hidden" : "beside"} />
        ))}
      </dl>
    </>
  );
}

/** How a field has its name: at the other end of its line, before the value, or for screen readers only. */
const places = {
  apart: {
    line: "grid min-h-6 grid-cols-[minmax(0,2fr)_minmax(0,3fr)] items-center gap-3",
    name: "text-sm text-muted",
    value: "justify-self-end text-right",
  },
  beside: { line: "flex min-h-5 items-center gap-1.5", name: "text-muted", value: "" },
  hidden: {
    line: "flex min-w-0 items-center",
    name: "sr-only",
    value: "min-w-0 flex-1",
  },
} as const;

interface NamedProps<Row> {
  column: Column<Row>;
  row: Row;
  place: keyof typeof places;
}

function field<Row>({ column: { header, cell }, row, place }: NamedProps<Row>) {
  const value = cell(row);
  if (value == null) return null;
  const { line, name, value: valueClass } = places[place];
  return (
    <div className={line}>
      <dt className={name}>{header}</dt>
      <dd className={valueClass}>{value}</dd>
    </div>
  );
}

/** A field of a row with its name. Nothing when it has no value. Drawn again for another row or column. */
const Named = memo(field) as typeof field;
