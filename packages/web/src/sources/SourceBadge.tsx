import type { DeploymentSource } from "@shardwatch/core/contract/deployment";
import { Badge } from "../ui/Badge.tsx";
import { sourceKinds } from "./kinds.ts";

interface SourceBadgeProps {
  source: DeploymentSource;
  /** In a table that is short of room only the icon is seen. The word is read out and is the title. */
  compact?: boolean;
}

/** Where a deployment's data comes from. */
export function SourceBadge({ source, compact = false }: SourceBadgeProps) {
  const { label, icon } = sourceKinds[source];
  return (
    <Badge icon={icon}>
      <span title={label} className={compact ? "md:max-lg:sr-only" : ""}>
        {label}
      </span>
    </Badge>
  );
}
