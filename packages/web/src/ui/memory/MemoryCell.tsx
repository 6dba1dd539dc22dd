import type { Level } from "@shardwatch/core/contract/filter/severity";
import { formatPercent } from "@shardwatch/core/kit/percent";
import { Suspense } from "react";
import { describeMemory, type Memory } from "../../lib/words/memory.ts";
import { optionalPart } from "../../lib/loading/optional-part.ts";
import { useFlash } from "../../lib/browser/use-flash.ts";
import { Foreign } from "../text/Foreign.tsx";
import { MemoryBar } from "./MemoryBar.tsx";
import { Tooltip } from "../popup/Tooltip.tsx";

const tones: Record<Level, string> = {
  critical: "font-medium text-bad",
  warning: "font-medium text-warn",
  ok: "text-muted",
};

/** How full it is, of several databases the fullest. A fullest one in trouble is named. */
function Fullest({ memory: { fullest, fullestName, level } }: { memory: Memory }) {
  if (fullest === undefined) return null;
  const named = fullestName !== undefined && level !== "ok";
  return (
    // One line high, from its end: what does not fit beside the percentage is left out. It is no wider than its
    // text, so that it stays when the sums beside it get another typeface.
    <span
      className={`ml-auto flex h-5 min-w-12 flex-row-reverse flex-wrap gap-x-1 overflow-hidden ${tones[level]}`}
    >
      <span>{formatPercent(fullest)}</span>
      {named && <Foreign>{fullestName}</Foreign>}
      {fullestName !== undefined && !named && <span className="text-faint">fullest</span>}
    </span>
  );
}

/** Most people never open it, so its code loads with the first one. */
const ExactMemory = optionalPart(() => import("./ExactMemory.tsx"));

/**
 * Memory used of its limit: the sums as text and as a bar. Colour and percentage are of the fullest database
 * that has a limit. The tooltip has the exact bytes.
 */
export function MemoryCell({
  memory,
  label,
  lastKnown = false,
  spark,
}: {
  memory: Memory;
  label: string;
  /** The key of the deployment whose last day is in the tooltip. */
  spark?: string;
  /** Whether its source is silent, so that the figures are old. */
  lastKnown?: boolean;
}) {
  const { sums, note, percent, spoken } = describeMemory(memory);
  const flashing = useFlash(label, sums);
  if (memory.databases === 0 || (memory.used === null && memory.limit === null))
    return (
      <span className="text-faint" title={spoken}>
        <span aria-hidden>—</span>
        <span className="sr-only">{spoken}</span>
      </span>
    );
  return (
    <Tooltip
      content={
        <Suspense fallback="…">
          <ExactMemory memory={memory} lastKnown={lastKnown} spark={spark} />
        </Suspense>
      }
    >
      {(trigger) => (
        <span {...trigger} className="relative z-10 grid w-full gap-1 rounded-sm text-left md:max-w-60">
          <span className="figures flex min-w-0 text-sm whitespace-nowrap">
            <span ref={flashing} className={`shrink-0 rounded-sm ${lastKnown ? "text-muted" : ""}`}>
              {sums}
            </span>
            {/* Beside the fullest there is no space for it. The tooltip has it, too. */}
            {note !== undefined && (
              <span
                className={memory.fullest !== undefined ? "sr-only" : "min-w-0 truncate pl-1.5 text-faint"}
              >
                {note}
              </span>
            )}
            <Fullest memory={memory} />
          </span>
          {percent !== undefined && (
            <MemoryBar
              percent={percent}
              level={memory.level}
              label={label}
              spoken={spoken}
              fullest={memory.fullestName === undefined ? undefined : memory.fullest}
              lastKnown={lastKnown}
            />
          )}
        </span>
      )}
    </Tooltip>
  );
}
