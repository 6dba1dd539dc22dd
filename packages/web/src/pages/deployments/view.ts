import { everything, type Filter } from "@shardwatch/core/contract/filter/filter";
import { filterParameters, readFilter, writeFilter } from "../../filter/address.ts";
import { type Paging, readPaging, writePaging } from "../../lib/paging.ts";
import { parameters } from "../../lib/urls.ts";
import type { Order } from "../../lib/sorting.ts";
import { isSortField, type SortField } from "./columns.tsx";

/** Filter, order and page of the list. All of it is in the address. */
export interface View extends Paging {
  filter: Filter;
  sort: SortField;
  order: Order;
}

const { sort, order, page, pageSize } = parameters;
const names = [...filterParameters, sort, order, page, pageSize];

/**
 * Reads the view from an address. Invalid values count as not set.
 * @param choosesOrganization whether the person may choose organizations; others have their own
 */
export function readView(query: URLSearchParams, choosesOrganization: boolean): View {
  const field = query.get(sort) ?? "";
  return {
    filter: readFilter(query, choosesOrganization),
    sort: isSortField(field) ? field : "name",
    order: query.get(order) === "desc" ? "desc" : "asc",
    ...readPaging(query),
  };
}

/** The query with the view. Defaults are left out, other parameters stay. */
export function writeView(query: URLSearchParams, view: View): URLSearchParams {
  const next = writeFilter(query, view.filter);
  next.delete(sort);
  next.delete(order);
  if (view.sort !== "name") next.set(sort, view.sort);
  if (view.order !== "asc") next.set(order, view.order);
  return writePaging(next, view);
}

/** Whether two queries describe the same view, in any order. */
export function isSameView(a: URLSearchParams, b: URLSearchParams): boolean {
  return names.every((name) => a.getAll(name).join("\n") === b.getAll(name).join("\n"));
}

/** The view with a change. Every change except of the page starts at the first page. */
export function changeView(view: View, change: Partial<View>): View {
  return { ...view, page: 1, ...change };
}

/** The view without its filter. Order and page size stay. */
export const withoutFilter = { filter: everything } as const;

/** The reverse direction if the field is already sorted, else ascending. */
export function sortBy(view: View, field: SortField): Pick<View, "sort" | "order"> {
  return { sort: field, order: view.sort === field && view.order === "asc" ? "desc" : "asc" };
}
