import type { HTMLAttributes, ReactNode } from "react";
import type { Expanded } from "./use-row.ts";

export interface Column<Row> {
  id: string;
  header: string;
  /** What the row shows; nothing (null, undefined) leaves the field out of a card. */
  cell: (row: Row) => ReactNode;
  /** Figures stand at the end, so that their digits line up. */
  align?: "end";
  /** A width class for the column, so that nothing jumps when rows arrive. */
  width?: string;
  /** Whether the header is a button that sorts by the column's id. */
  sortable?: boolean;
  /** Whether the column holds the row's actions: its header is heard, not seen, and on a card they stand on top. */
  actions?: boolean;
  /** Called when the pointer or the focus comes to the rows: loads the code that a cell will need. */
  preload?: () => void;
}

export interface Sorting {
  /** The id of the column that the rows are sorted by. */
  by: string;
  order: "asc" | "desc";
  onSort: (columnId: string) => void;
}

export interface DataTableProps<Row> {
  /** The id of the heading that names the table. */
  labelledBy: string;
  /** The first column names the row: it heads the row, and the card on a small screen. */
  columns: readonly Column<Row>[];
  /** Undefined while the first rows are loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** What a click on a row does; the first column holds the real link (see rowLink), which covers the whole card. */
  onOpen?: (row: Row) => void;
  /** What a row shows when it is expanded, and how its button is called. */
  details?: { label: (row: Row) => string; content: (row: Row) => ReactNode };
  /** On a small screen there are no headers: there the page offers the sorting itself. */
  sorting?: Sorting;
  /** Given to the element around the rows. */
  body?: HTMLAttributes<HTMLElement>;
}

/** What the link in the first column is given, by which a row is opened and found. */
export const rowLink = { "data-row-link": "" };

/** What table and cards are given alike: an expanded row stays so when the window turns one into the other. */
export interface RowsProps<Row> extends DataTableProps<Row> {
  expanded: Expanded;
}
