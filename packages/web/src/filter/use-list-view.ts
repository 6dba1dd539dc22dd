import { queryText } from "@shardwatch/core/contract/filter/format";
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import {
  changeView,
  isSameView,
  type ListView,
  readListView,
  type SortNames,
  writeListView,
} from "./list-view.ts";

export type ChangeListView<Sort extends string> = (
  change: Partial<ListView<Sort>>,
  history?: "push" | "replace",
) => void;

/**
 * The view in the address, and how to change it. Invalid parameters are removed at once, without a step in
 * the history.
 */
export function useListView<Sort extends string>(
  sorts: SortNames<Sort>,
  choosesOrganization: boolean,
): [view: ListView<Sort>, change: ChangeListView<Sort>] {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const go = (to: URLSearchParams, history: "push" | "replace", preventScrollReset: boolean) =>
    void navigate(`?${queryText(to)}`, { replace: history === "replace", preventScrollReset });
  const view = useMemo(
    () => readListView(query, sorts, choosesOrganization),
    [query, sorts, choosesOrganization],
  );

  const repair = useEffectEvent((shown: ListView<Sort>) => {
    const repaired = writeListView(query, sorts, shown);
    if (!isSameView(repaired, query)) go(repaired, "replace", true);
  });
  useEffect(() => repair(view), [view]);

  // A navigation takes some frames. Until then the next change rests on the one before, not on what is drawn.
  const latest = useRef(query);
  useLayoutEffect(() => {
    latest.current = query;
  }, [query]);
  const change: ChangeListView<Sort> = (wish, history = "push") => {
    const before = latest.current;
    const next = writeListView(
      before,
      sorts,
      changeView(readListView(before, sorts, choosesOrganization), wish),
    );
    if (isSameView(next, before)) return;
    latest.current = next;
    go(next, history, wish.page === undefined);
  };
  return [view, change];
}
