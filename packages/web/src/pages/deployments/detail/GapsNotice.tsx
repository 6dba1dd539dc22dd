import { type DeploymentSource, isRead } from "@shardwatch/core/contract/source/source";
import { EyeOff } from "lucide-react";
import { gapsId } from "./gaps.ts";

/** What the source could not read, and the right it lacks. This explains unknown values below. */
export function GapsNotice({ source, gaps }: { source: DeploymentSource; gaps: readonly string[] }) {
  return (
    <section
      id={gapsId}
      tabIndex={-1}
      aria-labelledby={`${gapsId}-heading`}
      className="flex items-start gap-2 rounded-lg border border-line bg-warn-soft px-4 py-3"
    >
      <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      <div className="grid min-w-0 gap-1">
        <h2 id={`${gapsId}-heading`} className="font-semibold text-warn">
          {isRead(source) ? "What couldn't be read" : "What the agent couldn't read"}
        </h2>
        <ul className="grid list-disc gap-1 pl-4 text-sm">
          {[...new Set(gaps)].map((gap) => (
            <li key={gap} className="break-words">
              {gap}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
