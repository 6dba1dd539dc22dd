import type { DeploymentSource } from "@shardwatch/core/contract/source/source";
import { Badge } from "../ui/text/Badge.tsx";
import { shownAs } from "./index.ts";

interface SourceBadgeProps {
  source: DeploymentSource;
  /** Only the icon in a table that is not wide. The label is for screen readers and in the title. */
  compact?: boolean;
}

/** The source of a deployment's data. */
export function SourceBadge({ source, compact = false }: SourceBadgeProps) {
  const { label, icon } = shownAs(source);
  return (
    <span title={label} className="relative z-10">
      <Badge icon={icon}>
        <span className={compact ? "md:max-[100rem]:sr-only" : ""}>{label}</span>
      </Badge>
    </span>
  );
}
