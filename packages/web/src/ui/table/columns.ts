import type { ReactNode } from "react";
import type { Order, Sorter } from "../../lib/list/sorting.ts";
import type { Column } from "./rows.ts";

/** How a column sorts the rows. */
interface ColumnSort<Row, Index> extends Readonly<Record<Order, string>> {
  /** Its name among the sort fields, if it differs from the header. */
  label?: string;
  /** The order of the first press, where it is not the ascending one: people look for the largest. */
  first?: "desc";
  /** Left out for the name, which is the base order of the rows. */
  by?: Sorter<Row, Index>;
}

/**
 * The description of a column. Header, cells, sorting and column choice derive from it. A cell
 * gets the page's data as its context.
 */
export interface ColumnSpec<Row, Context, Index = unknown> extends Omit<Column<Row>, "cell" | "sortable"> {
  cell: (row: Row, context: Context) => ReactNode;
  sort?: ColumnSort<Row, Index>;
  /** Whether an optional column is shown by default. A column without it is always shown. */
  shownAtFirst?: boolean;
  /** Whether the column is part of this page; undefined means always. */
  exists?: (context: Context) => boolean;
  /** Whether a row has something in it, where no row of a fleet may have. */
  has?: (row: Row) => boolean;
}

/** The ids of the columns in which no row has anything. */
export const emptyColumns = <Row>(
  specs: readonly Pick<ColumnSpec<Row, never, never>, "id" | "has">[],
  rows: readonly Row[],
): ReadonlySet<string> =>
  new Set(specs.flatMap(({ id, has }) => (has && rows.length > 0 && !rows.some(has) ? [id] : [])));

/**
 * The columns of one page, without those that are hidden.
 * @param empty the ids of those in which no row has anything
 */
export function columnsOf<Row, Context>(
  specs: readonly ColumnSpec<Row, Context, never>[],
  context: Context,
  config: ColumnConfig = {},
  empty: ReadonlySet<string> = new Set(),
): Column<Row>[] {
  return specs
    .filter(({ id, exists }) => isShown(config, id) && (exists?.(context) ?? true))
    .map(({ cell, sort, has: _, ...column }) => ({
      ...column,
      isEmpty: empty.has(column.id),
      sortable: sort !== undefined,
      cell: (row: Row) => cell(row, context),
    }));
}

/** The ids of the sortable columns. */
export type SortableId<Specs extends readonly { id: string }[]> = Extract<
  Specs[number],
  { sort: object }
>["id"];

/** A sort field: its name, what people call both directions, and the order of the first press. */
type SortTexts = Readonly<Record<"label" | Order, string>> & { readonly first: Order };

/** The sort fields of a table. */
export function sortFieldsOf<const Specs extends readonly ColumnSpec<never, never, never>[]>(
  specs: Specs,
): Readonly<Record<SortableId<Specs>, SortTexts>> {
  const fields = specs.flatMap(({ id, header, sort }) => {
    if (!sort) return [];
    const { label = header, asc, desc, first = "asc" } = sort;
    return [[id, { label, asc, desc, first }] as const];
  });
  return Object.fromEntries(fields) as Record<SortableId<Specs>, SortTexts>;
}

/** How a table sorts, by column. */
export const sortersOf = <Row, Context, Index>(
  specs: readonly ColumnSpec<Row, Context, Index>[],
): Record<string, Sorter<Row, Index>> =>
  Object.fromEntries(specs.flatMap(({ id, sort }) => (sort?.by ? [[id, sort.by] as const] : [])));

/** Which optional columns are shown, by id. One that is left out is as at first. */
export type ColumnConfig = Readonly<Record<string, boolean>>;

type Optional = Pick<ColumnSpec<never, never, never>, "id" | "shownAtFirst">;

/**
 * Whether each optional column is shown: as it was chosen, else as at first.
 * @param empty columns in which no row has anything. They are shown only where somebody chose them
 */
export const shownConfig = (
  specs: readonly Optional[],
  chosen: ColumnConfig,
  empty: ReadonlySet<string> = new Set(),
): ColumnConfig =>
  Object.fromEntries(
    specs.flatMap(({ id, shownAtFirst }) =>
      shownAtFirst === undefined ? [] : [[id, chosen[id] ?? (shownAtFirst && !empty.has(id))]],
    ),
  );

/** Whether a column is shown. A column that is not optional always is. */
export const isShown = (config: ColumnConfig, id: string) => config[id] ?? true;

/** Parses a stored choice of columns. Other values than booleans are ignored. */
export function readColumnConfig(specs: readonly Optional[], stored: unknown): ColumnConfig {
  const known = typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  return Object.fromEntries(
    specs.flatMap(({ id, shownAtFirst }) => {
      const value = shownAtFirst === undefined ? undefined : known[id];
      return typeof value === "boolean" ? [[id, value] as const] : [];
    }),
  );
}
