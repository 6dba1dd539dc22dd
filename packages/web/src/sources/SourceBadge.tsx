import { Cloud, RadioTower, Server } from "lucide-react";
import type { DeploymentSource } from "@shardwatch/core/contract/deployment";
import { Badge } from "../ui/Badge.tsx";
import { sourceLabels } from "../pages/deployments/describe.ts";

const icons = { agent: RadioTower, "redis-cloud": Cloud, elasticache: Server } as const;

interface SourceBadgeProps {
  source: DeploymentSource;
  /** In a table that is short of room the word is heard and stands in the title, and only the icon is seen. */
  compact?: boolean;
}

/** Where a deployment's data comes from. */
export function SourceBadge({ source, compact = false }: SourceBadgeProps) {
  const label = sourceLabels[source];
  return (
    <Badge icon={icons[source]}>
      <span title={label} className={compact ? "md:max-lg:sr-only" : ""}>
        {label}
      </span>
    </Badge>
  );
}
