import { queryText } from "@shardwatch/core/contract/filter/format";
import { useEffect, useEffectEvent, useMemo } from "react";
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

  const change: ChangeListView<Sort> = (wish, history = "push") => {
    const next = writeListView(query, sorts, changeView(view, wish));
    if (isSameView(next, query)) return;
    go(next, history, wish.page === undefined);
  };
  return [view, change];
}
