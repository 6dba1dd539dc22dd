import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { startTransition, useEffect, useState } from "react";
import { inSlices } from "../../lib/loading/in-slices.ts";
import { type Summary, summarizeInSteps } from "./summary.ts";

interface Loaded {
  /** All deployments; undefined while some are missing. */
  rows: readonly DeploymentListItem[] | undefined;
  /** Whether any are loaded. The next ones may be another organization's. */
  hasRows: boolean;
  /** Unix epoch in milliseconds. */
  loadedAt: number;
  /** Whose they are. The summary of others does not count. */
  scope: string | undefined;
}

/** The summary of the deployments, computed while the browser is idle. The former one counts until then. */
export function useSummary({ rows, hasRows, loadedAt, scope }: Loaded): Summary | undefined {
  const [last, setLast] = useState<{ summary: Summary; scope: string | undefined }>();
  useEffect(() => {
    if (!rows) return undefined;
    return inSlices(summarizeInSteps(rows, loadedAt), (summary) =>
      startTransition(() => setLast({ summary, scope })),
    );
  }, [rows, loadedAt, scope]);
  if (!hasRows && last) setLast(undefined);
  return hasRows && last && last.scope === scope ? last.summary : undefined;
}
