import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { concernOf } from "@shardwatch/core/contract/filter/severity";
import { StatusBadge } from "../../../ui/text/StatusBadge.tsx";
import { Tooltip } from "../../../ui/popup/Tooltip.tsx";
import { LazyExplanation } from "./LazyExplanation.tsx";
import { rowFacts } from "../../../lib/list/row-facts.ts";

/** What is worst about a deployment. A tooltip explains it, on hover, on focus and by a tap. */
export function StatusCell({ deployment }: { deployment: DeploymentListItem }) {
  return (
    <Tooltip content={<LazyExplanation deployment={deployment} />}>
      {(trigger) => (
        <button
          type="button"
          {...trigger}
          className="relative z-10 inline-flex max-w-full cursor-default! items-center rounded-sm max-md:-my-3 max-md:min-h-11 max-md:min-w-11 max-md:justify-end"
        >
          <StatusBadge status={deployment.status} concern={concernOf(rowFacts(deployment))} />
        </button>
      )}
    </Tooltip>
  );
}
