import { Cloud, RadioTower, Server } from "lucide-react";
import type { DeploymentSource } from "@shardwatch/core/contract/deployment";
import { Badge } from "../../ui/Badge.tsx";
import { sourceLabels } from "./describe.ts";

const icons = { agent: RadioTower, "redis-cloud": Cloud, elasticache: Server } as const;

/** Where a deployment's data comes from. */
export function SourceBadge({ source }: { source: DeploymentSource }) {
  return <Badge icon={icons[source]}>{sourceLabels[source]}</Badge>;
}
