import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { startTransition, useEffect, useState } from "react";
import { inSlices } from "../../lib/loading/in-slices.ts";
import { indexInSteps, indexRows, type ViewIndex } from "./view-index.ts";

interface Loaded {
  /** Undefined before the first page. */
  rows: readonly DeploymentListItem[] | undefined;
  /** Unix epoch in milliseconds. */
  loadedAt: number;
  /** Whether these are all rows. */
  isAll: boolean;
  /** Whose rows these are. The index of others is no start. */
  scope: string | undefined;
  /** Whether the rows have their newest figures, as far as there are any. */
  hasFigures: boolean;
}

interface Indexed extends Pick<Loaded, "isAll" | "scope"> {
  index: ViewIndex;
}

/**
 * The index of the loaded rows. The first rows are indexed at once. Further pages and later loads are indexed in
 * idle time, and the former index counts until then.
 */
export function useViewIndex({ rows, loadedAt, isAll, scope, hasFigures }: Loaded): Partial<Indexed> {
  const [last, setLast] = useState<Indexed>();
  const former = last?.scope === scope ? last : undefined;
  const index = former?.index;
  useEffect(() => {
    if (!rows || !index || (index.rows === rows && index.loadedAt === loadedAt)) return undefined;
    return inSlices(indexInSteps(rows, loadedAt, index, hasFigures), (next) =>
      startTransition(() => setLast({ index: next, isAll, scope })),
    );
  }, [rows, loadedAt, isAll, scope, hasFigures, index]);
  if (!rows) {
    // The next rows may be another organization's.
    if (last) setLast(undefined);
    return {};
  }
  if (former) return former;
  const first = { index: indexRows(rows, loadedAt, undefined, hasFigures), isAll, scope };
  setLast(first);
  return first;
}
