import { paths } from "../../../lib/address/paths.ts";
import { isFromDatabases, searchOfList } from "../../../lib/address/urls.ts";
import { withoutDatabaseView } from "./databases/database-view.ts";

/** The list from which a deployment was opened, with the view that the list had. */
export function wayBack(search: string): { list: string; address: string } {
  const view = searchOfList(`?${withoutHistory(new URLSearchParams(withoutDatabaseView(search)))}`);
  return isFromDatabases(search)
    ? { list: "Databases", address: paths.databases(view) }
    : { list: "Deployments", address: paths.deployments(view) };
}

/** A copy of a query without the view of a history, whose parameters have this beginning. */
export function withoutHistory(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of query.keys()) if (name.startsWith("hist")) next.delete(name);
  return next;
}
