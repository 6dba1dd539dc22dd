import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useLayoutEffect, useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { viewsQuery } from "../../../api/fleet/views.ts";
import { parameters } from "../../../lib/address/urls.ts";
import { columnConfig } from "../list/stored-columns.ts";
import type { View } from "../view.ts";
import {
  asksTheSame,
  configOf,
  isEdited,
  type NamedView,
  readSaved,
  shownColumns,
  viewsOfEverybody,
} from "./view-content.ts";

export interface OpenView {
  views: readonly NamedView[];
  /** The view that is open, or that asks for the same. */
  open: NamedView | undefined;
  /** Whether the list shows something else than the open view. */
  edited: boolean;
}

/**
 * The views of the person, and which one is open. The address names an open saved view. Its columns cover the
 * person's own choice as long as it is open.
 */
export function useOpenView(view: View): OpenView {
  const [query, setQuery] = useSearchParams();
  const { data } = useQuery(viewsQuery);
  const config = columnConfig.use();
  const views = useMemo(() => [...viewsOfEverybody, ...(data ?? []).map(readSaved)], [data]);

  const id = query.get(parameters.view);
  const opened = views.find(({ saved }) => saved?.id === id);
  const columns = opened?.saved?.columns;
  useLayoutEffect(() => {
    columnConfig.cover(columns ? configOf(columns, columnConfig.get()) : undefined);
    return () => columnConfig.cover(undefined);
  }, [columns]);

  const forget = useEffectEvent(() => {
    const next = new URLSearchParams(query);
    next.delete(parameters.view);
    setQuery(next, { replace: true, preventScrollReset: true });
  });
  // The view was deleted, or is somebody else's.
  const isGone = id !== null && data !== undefined && !opened;
  useEffect(() => {
    if (isGone) forget();
  }, [isGone]);

  if (!opened)
    return { views, open: views.find((each) => !each.saved && asksTheSame(each, view)), edited: false };
  const otherColumns =
    columns && shownColumns(configOf(columns, config)).join() !== shownColumns(config).join();
  return { views, open: opened, edited: isEdited(opened, view) || otherColumns === true };
}
