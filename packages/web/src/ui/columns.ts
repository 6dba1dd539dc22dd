import type { ReactNode } from "react";
import type { Order, Sorter } from "../lib/sorting.ts";
import type { Column } from "./rows.ts";

/** How a column sorts the rows. */
interface ColumnSort<Row> extends Readonly<Record<Order, string>> {
  /** Its name in a list of sortings, where that is not the header. */
  label?: string;
  /** Left out for the name, by which the rows are sorted anyway. */
  by?: Sorter<Row>;
}

/**
 * All that a table knows of a column: from this come its header and cells, the sorting, the choice of columns, and
 * its value as text. A cell gets what its page knows as the context.
 */
export interface ColumnSpec<Row, Context> extends Omit<Column<Row>, "cell" | "sortable"> {
  cell: (row: Row, context: Context) => ReactNode;
  /** The value as plain text. */
  text?: (row: Row) => string;
  sort?: ColumnSort<Row>;
  /** For a column that people choose: whether it is shown until they do. Others are always shown. */
  shownAtFirst?: boolean;
  /** Whether the column is part of this page; left out where it always is. */
  exists?: (context: Context) => boolean;
}

/** The columns of one page, without those that are not chosen. */
export function columnsOf<Row, Context>(
  specs: readonly ColumnSpec<Row, Context>[],
  context: Context,
  config: ColumnConfig = {},
): Column<Row>[] {
  return specs
    .filter(({ id, exists }) => isShown(config, id) && (exists?.(context) ?? true))
    .map(({ cell, sort, ...column }) => ({
      ...column,
      sortable: sort !== undefined,
      cell: (row: Row) => cell(row, context),
    }));
}

/** The ids of the columns that sort. */
export type SortableId<Specs extends readonly { id: string }[]> = Extract<
  Specs[number],
  { sort: object }
>["id"];

type SortTexts = Readonly<Record<"label" | Order, string>>;

/** What a table can be sorted by, with what the two directions are called. */
export function sortFieldsOf<const Specs extends readonly ColumnSpec<never, never>[]>(
  specs: Specs,
): Readonly<Record<SortableId<Specs>, SortTexts>> {
  const fields = specs.flatMap(({ id, header, sort }) => {
    if (!sort) return [];
    const { label = header, asc, desc } = sort;
    return [[id, { label, asc, desc }] as const];
  });
  return Object.fromEntries(fields) as Record<SortableId<Specs>, SortTexts>;
}

/** How a table sorts, by column. */
export const sortersOf = <Row, Context>(
  specs: readonly ColumnSpec<Row, Context>[],
): Record<string, Sorter<Row>> =>
  Object.fromEntries(specs.flatMap(({ id, sort }) => (sort?.by ? [[id, sort.by] as const] : [])));

/** Which of the columns that people choose are shown, by id. */
export type ColumnConfig = Readonly<Record<string, boolean>>;

/** Whether a column is shown. A column that cannot be chosen always is. */
export const isShown = (config: ColumnConfig, id: string) => config[id] ?? true;

/** Reads a choice of columns that was stored. Whatever is no yes or no counts as not chosen. */
export function readColumnConfig(
  specs: readonly Pick<ColumnSpec<never, never>, "id" | "shownAtFirst">[],
  stored: unknown,
): ColumnConfig {
  const known = typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  return Object.fromEntries(
    specs.flatMap(({ id, shownAtFirst }) => {
      if (shownAtFirst === undefined) return [];
      const value = known[id];
      return [[id, typeof value === "boolean" ? value : shownAtFirst] as const];
    }),
  );
}
