import { useSearchParams } from "react-router-dom";
import { currentQuery } from "../../../../lib/address/current-query.ts";
import { type DatabaseView, readDatabaseView, writeDatabaseView } from "./database-view.ts";

export type ChangeDatabaseView = (change: Partial<DatabaseView>, history?: "push" | "replace") => void;

/**
 * The view of the databases in the address, and how to change it. Another filter or order starts at its first
 * page.
 */
export function useDatabaseView(): [view: DatabaseView, change: ChangeDatabaseView] {
  const [query, setQuery] = useSearchParams();
  const view = readDatabaseView(query);
  const change: ChangeDatabaseView = (wish, history = "push") => {
    const current = currentQuery();
    const next = writeDatabaseView(current, { ...readDatabaseView(current), page: 1, ...wish });
    if (next.toString() !== current.toString())
      setQuery(next, { replace: history === "replace", preventScrollReset: true });
  };
  return [view, change];
}
