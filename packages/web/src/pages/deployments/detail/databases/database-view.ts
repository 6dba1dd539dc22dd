import { type Paging, type PagingForm, readPaging, writePaging } from "../../../../lib/list/paging.ts";
import type { Order } from "../../../../lib/list/sorting.ts";
import { parameters } from "../../../../lib/address/urls.ts";
import { type DatabaseSort, isDatabaseSort } from "./database-columns.tsx";

/** Filter, order and page of a deployment's databases. */
export interface DatabaseView extends Paging {
  search: string;
  /** Whether active databases are hidden. */
  inactive: boolean;
  sort: DatabaseSort;
  order: Order;
}

const {
  databaseSearch: search,
  databaseStatus: status,
  databaseSort: sort,
  databaseOrder: order,
  databasePage: page,
  databasePageSize: pageSize,
} = parameters;
const names = [search, status, sort, order, page, pageSize];
const form: PagingForm = { page, pageSize, defaultPageSize: 50 };

/** Reads the view from an address. Invalid values count as not set. */
export function readDatabaseView(query: URLSearchParams): DatabaseView {
  const field = query.get(sort) ?? "";
  return {
    search: query.get(search) ?? "",
    inactive: query.get(status) === "inactive",
    sort: isDatabaseSort(field) ? field : "name",
    order: query.get(order) === "desc" ? "desc" : "asc",
    ...readPaging(query, form),
  };
}

/** The query with the view. Defaults are left out, other parameters stay. */
export function writeDatabaseView(query: URLSearchParams, view: DatabaseView): URLSearchParams {
  const next = withoutParameters(query);
  if (view.search) next.set(search, view.search);
  if (view.inactive) next.set(status, "inactive");
  if (view.sort !== "name") next.set(sort, view.sort);
  if (view.order !== "asc") next.set(order, view.order);
  return writePaging(next, view, form);
}

/**
 * Extracts the query string of the list from one that also holds a view of databases: "" or starting with
 * "?".
 */
export function withoutDatabaseView(queryString: string): string {
  const query = withoutParameters(new URLSearchParams(queryString));
  return query.size > 0 ? `?${query}` : "";
}

function withoutParameters(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of names) next.delete(name);
  return next;
}
