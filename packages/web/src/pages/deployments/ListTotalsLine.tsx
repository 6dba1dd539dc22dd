import { exactBytes, formatBytes } from "@shardwatch/core/kit/bytes";
import { counted, formatCount } from "../../lib/count.ts";
import { Figure } from "../../ui/Figure.tsx";
import type { ListTotals } from "./list-totals.ts";

/** "17 deployments · 42 databases · 143.20 GiB used · 310.00 GiB limit, 3 without limit". */
export function ListTotalsLine({ totals }: { totals: ListTotals }) {
  const { deployments, databases, used, limit, unlimited } = totals;
  return (
    <p className="figures flex flex-wrap items-baseline gap-x-4">
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
    </p>
  );
}
