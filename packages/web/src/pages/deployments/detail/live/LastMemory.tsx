import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { formatBytes } from "@shardwatch/core/kit/bytes";
import { useQuery } from "@tanstack/react-query";
import { liveQuery } from "../../../../api/fleet/live.ts";
import { Figure } from "../../../../ui/text/Figure.tsx";
import { Unknown } from "../../../../ui/text/Unknown.tsx";
import { AsOf } from "../AsOf.tsx";

/** In place of the memory of a cluster of which a part can't be read: the last that is known, from its live figures. */
export function LastMemory({ deployment }: { deployment: Deployment }) {
  const { data } = useQuery(liveQuery(deployment));
  const used = data?.total.memoryUsed;
  if (used == null || data?.to == null) return <Unknown why="Unknown" />;
  return (
    <span className="text-muted">
      <Figure text={formatBytes(used)} />{" "}
      <span className="inline-block text-sm font-normal">
        <AsOf old={{ at: data.to }} />
      </span>
    </span>
  );
}
