import type { ReadingStep } from "@shardwatch/core/contract/reading-step";
import { CircleCheck, CircleMinus, CircleX, LoaderCircle } from "lucide-react";

const looks = {
  ok: { icon: CircleCheck, colour: "text-good", word: "Done" },
  failed: { icon: CircleX, colour: "text-bad", word: "Failed" },
  skipped: { icon: CircleMinus, colour: "text-faint", word: "Skipped" },
} as const satisfies Record<ReadingStep["state"], unknown>;

interface ReadingStepsProps {
  steps: readonly ReadingStep[];
  /** Whether a reading is under way. */
  busy: boolean;
}

/** The steps of the last reading: each with its tick, or with the missing right and where it is missing. */
export function ReadingSteps({ steps, busy }: ReadingStepsProps) {
  return (
    <div className="grid gap-2">
      <p role="status" className="text-muted empty:hidden">
        {busy && (
          <span className="flex items-center gap-2">
            <LoaderCircle aria-hidden className="size-4 shrink-0 motion-safe:animate-spin" />
            Reading the account…
          </span>
        )}
      </p>
      {steps.length > 0 && (
        <ol aria-label="Steps of the last reading" className={`grid gap-2 ${busy ? "opacity-60" : ""}`}>
          {steps.map((step, index) => (
            <Step key={index} step={step} />
          ))}
        </ol>
      )}
    </div>
  );
}

function Step({ step: { name, state, reason, regions } }: { step: ReadingStep }) {
  const { icon: Icon, colour, word } = looks[state];
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
