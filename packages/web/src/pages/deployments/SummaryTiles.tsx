import type { Deployment } from "@shardwatch/core/contract/deployment";
import { formatBytes } from "@shardwatch/core/kit/bytes";
import { Figure } from "../../ui/Figure.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Tile, Tiles } from "../../ui/Tile.tsx";
import { typeLabel } from "./describe.ts";

const pending = <Skeleton className="mt-1 h-5 w-20" />;

/** The deployment in four figures. Active counts the databases; a second line says when not all of them are. */
export function SummaryTiles({ deployment }: { deployment: Deployment | undefined }) {
  const total = deployment?.databases.length ?? 0;
  const active = deployment?.databases.filter(({ status }) => status === "active").length ?? 0;
  const limit = deployment?.memoryLimit;
  return (
    <Tiles>
      <Tile label="Type">{deployment ? typeLabel(deployment.type) : pending}</Tile>
      <Tile label="Databases">{deployment ? total : pending}</Tile>
      <Tile
        label="Active"
        note={active !== total && <span className="text-warn">{`${active} of ${total} active`}</span>}
      >
        {deployment ? total : pending}
      </Tile>
      <Tile label="Memory used" note={limit && limit !== "0" && `of ${formatBytes(limit)}`}>
        {deployment ? <Figure text={formatBytes(deployment.memoryUsed)} /> : pending}
      </Tile>
    </Tiles>
  );
}
