import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { startTransition, useEffect, useMemo, useState } from "react";
import { pageOf } from "../../lib/list/index.ts";
import type { Joined } from "../../lib/words/joined.ts";
import { inSlices } from "../../lib/loading/in-slices.ts";
import type { ChangeView, View } from "./view.ts";
import { indexInSteps, indexRows, matching, type ViewIndex } from "./view-index.ts";

interface Loaded {
  /** Undefined before the first page. */
  rows: readonly DeploymentListItem[] | undefined;
  /** Unix epoch in milliseconds. */
  loadedAt: number;
  /** Whether these are all rows. */
  isAll: boolean;
  /** Whose rows these are. The index of others is no start. */
  scope: string | undefined;
  /** What is joined to the rows, as far as there is any. */
  joined: readonly Joined[];
}

interface Indexed extends Pick<Loaded, "isAll" | "scope"> {
  index: ViewIndex;
}

/**
 * The index of the loaded rows. The first rows are indexed at once. Further pages and later loads are indexed in
 * idle time, and the former index counts until then.
 */
export function useViewIndex({ rows, loadedAt, isAll, scope, joined }: Loaded): Partial<Indexed> {
  const [last, setLast] = useState<Indexed>();
  const former = last?.scope === scope ? last : undefined;
  const index = former?.index;
  useEffect(() => {
    if (!rows || !index || (index.rows === rows && index.loadedAt === loadedAt)) return undefined;
    return inSlices(indexInSteps(rows, loadedAt, index, joined), (next) =>
      startTransition(() => setLast({ index: next, isAll, scope })),
    );
  }, [rows, loadedAt, isAll, scope, joined, index]);
  if (!rows) {
    // The next rows may be another organization's.
    if (last) setLast(undefined);
    return {};
  }
  if (former) return former;
  const first = { index: indexRows(rows, loadedAt, undefined, joined), isAll, scope };
  setLast(first);
  return first;
}

/** How far the rows are loaded. */
type Progress = "all" | "failed" | "loading";

/** The deployments that the view finds, and its page. A page after the last one becomes the last. */
export function usePageOf(index: ViewIndex | undefined, view: View, change: ChangeView, progress: Progress) {
  const { filter, sort, order } = view;
  // Turning pages finds nothing anew.
  const matches = useMemo(
    () => index && matching(index, { filter, sort, order }),
    [index, filter, sort, order],
  );
  const found = useMemo(() => matches && pageOf(matches, view), [matches, view]);
  // The requested page may be among the rows that still load.
  const missing = found && (found.total === 0 || view.page > found.pageCount);
  const page = missing && progress === "loading" ? undefined : found;
  const beyond = progress === "all" && page && view.page > page.pageCount ? page.pageCount : undefined;
  useEffect(() => {
    if (beyond !== undefined) change({ page: beyond }, "replace");
  });
  return { matches, found, page };
}
