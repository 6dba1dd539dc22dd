import type { DeploymentSource } from "@shardwatch/core/contract/source/source";
import { Badge } from "../ui/text/Badge.tsx";
import { shownAs } from "./index.ts";

interface SourceBadgeProps {
  source: DeploymentSource;
  /** A narrow table shows only the icon. The label is for screen readers and in the title. */
  compact?: boolean;
}

/** The source of a deployment's data. */
export function SourceBadge({ source, compact = false }: SourceBadgeProps) {
  const { label, icon } = shownAs(source);
  return (
    <Badge icon={icon}>
      <span title={label} className={compact ? "md:max-lg:sr-only" : ""}>
        {label}
      </span>
    </Badge>
  );
}
