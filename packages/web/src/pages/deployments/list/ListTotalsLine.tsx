import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { useDeferredValue, useMemo } from "react";
import { counted, formatCount } from "../../../lib/words/count.ts";
import { TotalsLine } from "../../../ui/table/TotalsLine.tsx";
import { totalsOfList } from "../../../lib/list/totals.ts";

/**
 * What the rows of the view add up to. Adding up ten thousand rows waits until the rows of the page are
 * painted.
 */
export function ListTotalsLine({ rows }: { rows: readonly DeploymentListItem[] | undefined }) {
  const addedUp = useDeferredValue(rows);
  const totals = useMemo(() => {
    if (!addedUp) return undefined;
    const { deployments, databases, unlimited, ...bytes } = totalsOfList(addedUp);
    return {
      ...bytes,
      counts: [counted(deployments, "deployment"), counted(databases, "database")],
      note: unlimited > 0 ? `${formatCount(unlimited)} unlimited` : undefined,
    };
  }, [addedUp]);
  return <TotalsLine totals={totals} />;
}
