import type { ReadingProgress, ReadingStep } from "@shardwatch/core/contract/reading-step";
import type { SourceState } from "@shardwatch/core/contract/source-state";
import { Fact, Facts } from "../../ui/Facts.tsx";
import { LimitedButton } from "../../ui/LimitedButton.tsx";
import { Problem } from "../../ui/Problem.tsx";
import { TimeAgo } from "../../ui/TimeAgo.tsx";
import { ReadingSteps } from "./ReadingSteps.tsx";
import { useTestNow } from "./use-test-now.ts";

interface ReadingDetailsProps {
  steps: readonly ReadingStep[];
  progress: ReadingProgress | null;
  lastSyncAt: string | null;
  nextSyncAt: string | null;
  /** What the last reading found, in words; undefined before the first success. */
  found: string | undefined;
  /** Undefined where nothing limits the calls. */
  calls?: SourceState["calls"];
  /** Why the person may not test it; undefined when they may. */
  whyNotTest: string | undefined;
  /** Asks for a reading now. */
  onTest: () => Promise<unknown>;
  /** Loads the list that has this account. */
  reload: () => void;
}

/** The last reading of a connected account, its steps, and the button that reads it again. */
export function ReadingDetails(props: ReadingDetailsProps) {
  const { steps, progress, lastSyncAt, nextSyncAt, found, calls, whyNotTest, onTest, reload } = props;
  const { busy, problem, test } = useTestNow(lastSyncAt, onTest, reload);
  return (
    <div className="grid gap-4">
      <Facts>
        <Fact name="Last reading">{lastSyncAt && <TimeAgo date={lastSyncAt} />}</Fact>
        <Fact name="Next reading">{nextSyncAt ? <TimeAgo date={nextSyncAt} /> : "at once"}</Fact>
        <Fact name="Found">{found}</Fact>
        {calls && (
          <Fact name="Calls used">
            {calls.used} of {calls.budget}
          </Fact>
        )}
      </Facts>
      <ReadingSteps steps={steps} progress={progress} busy={busy || lastSyncAt === null} />
      <Problem problem={problem} />
      <div>
        <LimitedButton reason={whyNotTest} aria-disabled={busy || undefined} onClick={test}>
          {busy ? "Testing…" : "Test now"}
        </LimitedButton>
      </div>
    </div>
  );
}
