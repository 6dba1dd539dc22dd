import { type Paging, type PagingForm, readPaging, writePaging } from "../../../lib/paging.ts";
import type { Order } from "../../../lib/sorting.ts";
import { type DatabaseSort, isDatabaseSort } from "./database-columns.tsx";

/** Which databases of a deployment are shown, and in which order. */
export interface DatabaseView extends Paging {
  search: string;
  /** Whether those that are active are left out. */
  inactive: boolean;
  sort: DatabaseSort;
  order: Order;
}

/** The list's own parameters stand in the same address, for the way back to it. */
const form: PagingForm = { page: "dbPage", pageSize: "dbPageSize", defaultPageSize: 50 };
const parameters = ["db", "dbStatus", "dbSort", "dbOrder", form.page, form.pageSize];

/** Reads the view from an address; what makes no sense counts as not set. */
export function readDatabaseView(query: URLSearchParams): DatabaseView {
  const sort = query.get("dbSort") ?? "";
  return {
    search: query.get("db") ?? "",
    inactive: query.get("dbStatus") === "inactive",
    sort: isDatabaseSort(sort) ? sort : "name",
    order: query.get("dbOrder") === "desc" ? "desc" : "asc",
    ...readPaging(query, form),
  };
}

/** The query with the view written into it; defaults are left out, parameters of others stay. */
export function writeDatabaseView(query: URLSearchParams, view: DatabaseView): URLSearchParams {
  const next = withoutParameters(query);
  if (view.search) next.set("db", view.search);
  if (view.inactive) next.set("dbStatus", "inactive");
  if (view.sort !== "name") next.set("dbSort", view.sort);
  if (view.order !== "asc") next.set("dbOrder", view.order);
  return writePaging(next, view, form);
}

/** The query string of the list, out of one that holds a view of databases as well: "" or starting with "?". */
export function withoutDatabaseView(search: string): string {
  const query = withoutParameters(new URLSearchParams(search));
  return query.size > 0 ? `?${query}` : "";
}

function withoutParameters(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of parameters) next.delete(name);
  return next;
}
