import type { Database, DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { formatBytes } from "@shardwatch/core/kit/bytes";
import { formatCount } from "../../../lib/count.ts";
import { Figure } from "../../../ui/Figure.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Tile, Tiles } from "../../../ui/Tile.tsx";
import { typeLabel } from "../types.ts";
import { describeLimit, type Totals, totalsOf } from "./totals.ts";

const pending = <Skeleton className="mt-1 h-5 w-20" />;

interface SummaryTilesProps {
  deployment: Pick<DeploymentListItem, "type" | "databaseCount" | "memoryUsed"> | undefined;
  /** All databases; undefined while only the list's data is known. */
  databases: readonly Database[] | undefined;
}

/** The deployment in four figures. "Active" shows the active databases, and the total when some are not. */
export function SummaryTiles({ deployment, databases }: SummaryTilesProps) {
  const totals = databases && totalsOf(databases);
  const count = totals?.count ?? deployment?.databaseCount;
  return (
    <Tiles>
      <Tile label="Type">{deployment ? typeLabel(deployment.type) : pending}</Tile>
      <Tile label="Databases">{count === undefined ? pending : formatCount(count)}</Tile>
      <Tile label="Active">{totals ? <Active {...totals} /> : pending}</Tile>
      <Tile label="Memory used" note={totals && describeLimit(totals)}>
        {deployment ? <Figure text={formatBytes(deployment.memoryUsed)} /> : pending}
      </Tile>
    </Tiles>
  );
}

function Active({ active, count }: Totals) {
  return (
    <>
      {formatCount(active)}
      {active < count && <span className="text-base text-warn"> of {formatCount(count)}</span>}
    </>
  );
}
