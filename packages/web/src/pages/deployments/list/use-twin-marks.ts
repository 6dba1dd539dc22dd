import { useCallback, useDeferredValue, useMemo } from "react";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { useNamedSources } from "../../../sources/named-sources.ts";
import { keyOf } from "../../../lib/words/deployment-key.ts";
import { findTwins, twinMarks } from "./twins.ts";
import type { ViewIndex } from "../view-index.ts";

/** Distinguishes rows of the same name. The names of sources load only when there are such rows. */
export function useTwinMarks(index: ViewIndex | undefined) {
  const rows = useDeferredValue(index?.rows);
  const twins = useMemo(() => findTwins(rows ?? []), [rows]);
  const kinds = useMemo(
    () => [...new Set([...twins.values()].flatMap((same) => same.map(({ source }) => source)))],
    [twins],
  );
  const sourceOf = useNamedSources(kinds);
  const marks = useMemo(
    () => twinMarks(twins, ({ via }) => (via === undefined ? undefined : sourceOf(via)?.name)),
    [twins, sourceOf],
  );
  return useCallback((deployment: DeploymentListItem) => marks.get(keyOf(deployment)), [marks]);
}
