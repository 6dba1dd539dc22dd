import { useSearchParams } from "react-router-dom";
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
    const next = writeDatabaseView(query, { ...view, page: 1, ...wish });
    if (next.toString() !== query.toString())
      setQuery(next, { replace: history === "replace", preventScrollReset: true });
  };
  return [view, change];
}
