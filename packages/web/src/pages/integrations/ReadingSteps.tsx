import type { ReadingProgress, ReadingStep } from "@shardwatch/core/contract/source/reading-step";
import { CircleCheck, CircleMinus, CircleX, LoaderCircle } from "lucide-react";

const stepStyles = {
  ok: { icon: CircleCheck, colour: "text-good", word: "Done" },
  failed: { icon: CircleX, colour: "text-bad", word: "Failed" },
  skipped: { icon: CircleMinus, colour: "text-faint", word: "Skipped" },
} as const satisfies Record<ReadingStep["state"], unknown>;

interface ReadingStepsProps {
  /** Of the last reading. */
  steps: readonly ReadingStep[];
  /** How far the reading under way is; null when that is not known. */
  progress: ReadingProgress | null;
  /** Whether a reading is under way. */
  busy: boolean;
}

/**
 * The steps of the last reading: each with its tick, or with the missing right and where it is missing. While a
 * reading is under way, the steps that it has done, and what it does now.
 */
export function ReadingSteps({ steps, progress, busy }: ReadingStepsProps) {
  const soFar = busy ? progress : null;
  return (
    <div className="grid gap-2">
      <StepList label={soFar ? "Steps of this sync" : "Steps of the last sync"} faded={busy && !soFar}>
        {soFar?.steps ?? steps}
      </StepList>
      <p role="status" className="text-muted empty:hidden">
        {busy && (
          <span className="flex items-center gap-2">
            <LoaderCircle aria-hidden className="size-4 shrink-0 motion-safe:animate-spin" />
            {soFar ? `${soFar.next}…` : "Syncing the account…"}
          </span>
        )}
      </p>
    </div>
  );
}

function StepList({
  label,
  faded,
  children: steps,
}: {
  label: string;
  /** Whether they are of a reading that a newer one replaces now. */
  faded: boolean;
  children: readonly ReadingStep[];
}) {
  if (steps.length === 0) return null;
  return (
    <ol aria-label={label} className={`grid gap-2 ${faded ? "opacity-60" : ""}`}>
      {steps.map((step, index) => (
        <Step key={index} step={step} />
      ))}
    </ol>
  );
}

function Step({ step: { name, state, reason, regions } }: { step: ReadingStep }) {
  const { icon: Icon, colour, word } = stepStyles[state];
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-2">
      <Icon aria-hidden className={`mt-0.5 size-4 ${colour}`} />
      <span>
        <span className="sr-only">{word}: </span>
        {name}
        {regions.length > 0 && <span className="text-muted"> in {regions.join(", ")}</span>}
      </span>
      {reason && <span className="col-start-2 text-sm break-words text-muted">{reason}</span>}
    </li>
  );
}
