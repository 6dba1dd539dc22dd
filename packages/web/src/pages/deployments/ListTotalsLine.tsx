import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { exactBytes, formatBytes } from "@shardwatch/core/kit/bytes";
import { useDeferredValue, useMemo } from "react";
import { counted, formatCount } from "../../lib/count.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Figure } from "../../ui/Figure.tsx";
import { totalsOfList } from "./list-totals.ts";

/**
 * "17 deployments · 42 databases · 143.20 GiB used · 310.00 GiB limit, 3 without limit". Adding up ten thousand
 * rows waits until the rows of the page are painted.
 */
export function ListTotalsLine({ rows }: { rows: readonly DeploymentListItem[] | undefined }) {
  const place = "flex flex-wrap items-baseline gap-x-4 max-md:min-h-9 max-md:content-start";
  if (!rows)
    return (
      <p className={place}>
        <Skeleton className="my-0.5 h-3.5 w-56" />
      </p>
    );
  return (
    // Two lines on a phone, also before the figures are long: what follows does not move.
    <p className={`figures ${place}`}>
      <Sums rows={rows} />
    </p>
  );
}

function Sums({ rows }: { rows: readonly DeploymentListItem[] }) {
  const addedUp = useDeferredValue(rows);
  const { deployments, databases, used, limit, unlimited } = useMemo(() => totalsOfList(addedUp), [addedUp]);
  return (
    <>
      <span>{counted(deployments, "deployment")}</span>
      <span>{counted(databases, "database")}</span>
      {used !== null && (
        <span title={exactBytes(used)}>
          <Figure text={formatBytes(used)} /> used
        </span>
      )}
      {limit !== null && (
        <span title={exactBytes(limit)}>
          <Figure text={formatBytes(limit)} /> limit
        </span>
      )}
      {unlimited > 0 && <span>{formatCount(unlimited)} without limit</span>}
    </>
  );
}
