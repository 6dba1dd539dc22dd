import { everything, type Filter } from "@shardwatch/core/contract/filter/filter";
import { type Paging, readPaging, writePaging } from "../lib/list/paging.ts";
import type { Order } from "../lib/list/sorting.ts";
import { parameters } from "../lib/address/urls.ts";
import { filterParameters, readFilter, writeFilter } from "./address.ts";

/** Filter, order and page of a list. All of it is in the address. */
export interface ListView<Sort extends string> extends Paging {
  filter: Filter;
  sort: Sort;
  order: Order;
}

/** What a list is sorted by: whether a text names such a field, and the one that an address leaves out. */
export interface SortNames<Sort extends string> {
  isSort: (text: string) => text is Sort;
  usual: Sort;
}

const { sort, order, page, pageSize } = parameters;
const names = [...filterParameters, sort, order, page, pageSize];

/**
 * Reads the view from an address. Invalid values count as not set.
 * @param choosesOrganization whether the person may choose organizations; others have their own
 */
export function readListView<Sort extends string>(
  query: URLSearchParams,
  { isSort, usual }: SortNames<Sort>,
  choosesOrganization: boolean,
): ListView<Sort> {
  const field = query.get(sort) ?? "";
  return {
    filter: readFilter(query, choosesOrganization),
    sort: isSort(field) ? field : usual,
    order: query.get(order) === "desc" ? "desc" : "asc",
    ...readPaging(query),
  };
}

/** The query with the view. Defaults are left out, other parameters stay. */
export function writeListView<Sort extends string>(
  query: URLSearchParams,
  { usual }: SortNames<Sort>,
  view: ListView<Sort>,
): URLSearchParams {
  const next = writeFilter(query, view.filter);
  next.delete(sort);
  next.delete(order);
  if (view.sort !== usual) next.set(sort, view.sort);
  if (view.order !== "asc") next.set(order, view.order);
  return writePaging(next, view);
}

/** Whether two queries describe the same view, in any order. */
export function isSameView(a: URLSearchParams, b: URLSearchParams): boolean {
  return names.every((name) => a.getAll(name).join("\n") === b.getAll(name).join("\n"));
}

/** The view with a change. Every change except of the page starts at the first page. */
export function changeView<Sort extends string>(
  view: ListView<Sort>,
  change: Partial<ListView<Sort>>,
): ListView<Sort> {
  return { ...view, page: 1, ...change };
}

/** The view without its filter. Order and page size stay. */
export const withoutFilter = { filter: everything } as const;

/** The reverse direction if the field is already sorted, else the one with which it begins. */
export function sortBy<Sort extends string>(
  view: Pick<ListView<Sort>, "sort" | "order">,
  field: Sort,
  fields: Readonly<Record<Sort, { readonly first: Order }>>,
): Pick<ListView<Sort>, "sort" | "order"> {
  const reverse = view.order === "asc" ? "desc" : "asc";
  return { sort: field, order: view.sort === field ? reverse : fields[field].first };
}
