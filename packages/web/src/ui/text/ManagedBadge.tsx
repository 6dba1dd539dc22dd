import { FileCog } from "lucide-react";
import { whyManaged } from "@shardwatch/core/contract/source/rights";
import { Badge } from "./Badge.tsx";
import { Tooltip } from "../popup/Tooltip.tsx";

/** Marks what the configuration file of the installation manages. Its tooltip says why nobody changes it here. */
export function ManagedBadge() {
  return (
    <Tooltip content={whyManaged}>
      {(trigger) => (
        <span {...trigger} className="rounded-sm">
          <Badge icon={FileCog}>Managed by file</Badge>
        </span>
      )}
    </Tooltip>
  );
}
