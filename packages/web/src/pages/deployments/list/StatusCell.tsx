import { concernOf, levelOf } from "@shardwatch/core/contract/filter/severity";
import { StatusBadge } from "../../../ui/text/StatusBadge.tsx";
import { Tooltip } from "../../../ui/popup/Tooltip.tsx";
import { LazyExplanation } from "./LazyExplanation.tsx";
import type { ExplanationProps } from "./StatusExplanation.tsx";

/** What is worst about a deployment. A tooltip explains it, on hover, on focus and by a tap. */
export function StatusCell({ deployment, facts }: ExplanationProps) {
  return (
    <Tooltip content={<LazyExplanation deployment={deployment} facts={facts} />}>
      {(trigger) => (
        <button
          type="button"
          {...trigger}
          className="relative z-10 inline-flex max-w-full cursor-default! items-center rounded-sm max-md:-my-3 max-md:min-h-11 max-md:min-w-11 max-md:justify-end"
        >
          <StatusBadge status={deployment.status} concern={concernOf(facts)} level={levelOf(facts)} />
        </button>
      )}
    </Tooltip>
  );
}
