import type { HTMLAttributes, ReactNode } from "react";
import type { Expanded } from "./use-row.ts";

export interface Column<Row> {
  id: string;
  header: string;
  /** The cell's content. Null or undefined omits the field in a card. */
  cell: (row: Row) => ReactNode;
  /** Figures are aligned to the end, so that their digits line up. */
  align?: "end";
  /** A width class for the column, so that the layout is stable when rows arrive. */
  width?: string;
  /**
   * Its least width in rem; three for windows of any width, of at least 80 rem, and of at least 100. Where all columns have
   * one, a table that does not fit scrolls sideways. The first column stays in view, and takes the space that is left.
   */
  rem?: number | readonly [any: number, desktop: number, wide: number];
  /** Whether no row has anything in it. Then it is narrow, and its header is cut. */
  isEmpty?: boolean;
  /**
   * Its place in a card: beside the title, on a line of its own, in the last line without its header, or none. Without
   * it the header is before the value.
   */
  card?: "corner" | "line" | "plain" | "none";
  /** Whether the header is a button that sorts by the column's id. */
  sortable?: boolean;
  /**
   * Whether the column holds the row's actions. Its header is for screen readers only; a card shows it on
   * top.
   */
  actions?: boolean;
  /** Called when the pointer or the focus comes to the rows: preloads the code of the cells. */
  preload?: () => void;
}

export interface Sorting {
  /** The id of the sorted column. */
  by: string;
  order: "asc" | "desc";
  onSort: (columnId: string) => void;
}

export interface DataTableProps<Row> {
  /** The id of the heading that names the table. */
  labelledBy: string;
  /** The first column names the row: it is the row's header, and the title of a card. */
  columns: readonly Column<Row>[];
  /** Undefined while the first rows load. */
  rows: readonly Row[] | undefined;
  /** How many rows are drawn until then, where that is known to be few. */
  expected?: number;
  rowKey: (row: Row) => string;
  /**
   * The action of a click on a row. The first column holds the real link (see rowLink), which covers the
   * whole card.
   */
  onOpen?: (row: Row) => void;
  /** The content of an expanded row, and the label of its button. */
  details?: { label: (row: Row) => string; content: (row: Row) => ReactNode };
  /** A small screen has no headers: there the page offers the sorting. */
  sorting?: Sorting;
  /** Handlers of the element around the rows. */
  body?: HTMLAttributes<HTMLElement>;
  /** The height of rows: 36 or 48 pixels. Cards do not depend on it. */
  density?: Density;
  /** What all rows of the view add up to, below the headers. */
  totals?: ReactNode;
  /** Which rows are selected. Without it there are no checkboxes. */
  selection?: Selection<Row>;
  /**
   * Whether a place keeps its elements when other rows come to it, so that nothing moves on the screen. The
   * content of its cells starts anew, except of the first: an open menu belongs to one row.
   */
  keepPlaces?: boolean;
}

export type Density = "dense" | "roomy";

/** The selected rows, and how to change them. */
export interface Selection<Row> {
  /** Names the row's checkbox. */
  label: (row: Row) => string;
  has: (row: Row) => boolean;
  /** @param range whether to select everything from the last change to this row */
  toggle: (row: Row, range: boolean) => void;
  /** How many of the shown rows are selected. */
  shown: "all" | "some" | "none";
  toggleShown: () => void;
}

/** The props of the link in the first column, which opens and identifies the row. */
export const rowLink = { "data-row-link": "" };

/**
 * The props that table and cards share. An expanded row stays expanded when the window's width switches
 * between them.
 */
export interface RowsProps<Row> extends DataTableProps<Row> {
  /** Whether the Tab key reaches the table itself, to scroll it: nothing in it can have the focus. */
  takesFocus?: boolean;
  expanded: Expanded;
}
