import { queryText } from "@shardwatch/core/contract/filter/format";
import { useEffect, useEffectEvent, useMemo } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { changeView, isSameView, readView, type View, writeView } from "./view.ts";

export type ChangeView = (change: Partial<View>, history?: "push" | "replace") => void;

/**
 * The view in the address, and how to change it. Invalid parameters are removed at once, without a step in
 * the history.
 */
export function useView(choosesOrganization: boolean): [view: View, change: ChangeView] {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const go = (to: URLSearchParams, history: "push" | "replace", preventScrollReset: boolean) =>
    void navigate(`?${queryText(to)}`, { replace: history === "replace", preventScrollReset });
  const view = useMemo(() => readView(query, choosesOrganization), [query, choosesOrganization]);

  const repair = useEffectEvent((shown: View) => {
    const repaired = writeView(query, shown);
    if (!isSameView(repaired, query)) go(repaired, "replace", true);
  });
  useEffect(() => repair(view), [view]);

  const change: ChangeView = (wish, history = "push") => {
    const next = writeView(query, changeView(view, wish));
    if (isSameView(next, query)) return;
    go(next, history, wish.page === undefined);
  };
  return [view, change];
}
