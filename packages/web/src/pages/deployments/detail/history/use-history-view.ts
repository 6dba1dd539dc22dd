import { useSearchParams } from "react-router-dom";
import { currentQuery } from "../../../../lib/address/current-query.ts";
import { type HistoryView, readHistoryView, writeHistoryView } from "./view.ts";

export type ChangeHistoryView = (change: Partial<HistoryView>) => void;

/** The view of a history in the address, and how to change it. Each change can be undone by Back. */
export function useHistoryView(): [view: HistoryView, change: ChangeHistoryView] {
  const [query, setQuery] = useSearchParams();
  const view = readHistoryView(query);
  const change: ChangeHistoryView = (wish) => {
    const current = currentQuery();
    const next = writeHistoryView(current, { ...readHistoryView(current), ...wish });
    if (next.toString() !== current.toString()) setQuery(next, { preventScrollReset: true });
  };
  return [view, change];
}
