import type { DatabaseList } from "@shardwatch/core/contract/database";
import { exactBytes, formatBytes } from "@shardwatch/core/kit/bytes";
import { counted } from "../../lib/count.ts";
import { Figure } from "../../ui/Figure.tsx";

/** "42 databases · 17 deployments · 143.20 GiB used · 310.00 GiB limit", of all that the filter matches. */
export function TotalsLine({ list }: { list: DatabaseList }) {
  const { total, deployments, memoryUsed, memoryLimit } = list;
  return (
    <p className="figures flex flex-wrap items-baseline gap-x-4">
      <span>{counted(total, "database")}</span>
      <span>{counted(deployments, "deployment")}</span>
      {memoryUsed !== null && (
        <span title={exactBytes(memoryUsed)}>
          <Figure text={formatBytes(memoryUsed)} /> used
        </span>
      )}
      {memoryLimit !== null && (
        <span title={exactBytes(memoryLimit)}>
          <Figure text={formatBytes(memoryLimit)} /> limit
        </span>
      )}
    </p>
  );
}
