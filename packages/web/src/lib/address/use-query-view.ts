import { useSearchParams } from "react-router-dom";
import { currentQuery } from "./current-query.ts";

export type ChangeQueryView<View> = (change: Partial<View>, history?: "push" | "replace") => void;

/** A view in the address, and how to change a part of it. Back undoes a change that is pushed. */
export function useQueryView<View>(
  read: (query: URLSearchParams) => View,
  write: (query: URLSearchParams, view: View) => URLSearchParams,
): [view: View, change: ChangeQueryView<View>] {
  const [query, setQuery] = useSearchParams();
  const change: ChangeQueryView<View> = (wish, history = "push") => {
    const current = currentQuery();
    const next = write(current, { ...read(current), ...wish });
    if (next.toString() !== current.toString())
      setQuery(next, { replace: history === "replace", preventScrollReset: true });
  };
  return [read(query), change];
}
