import type { ReactNode } from "react";
import type { ReadingProgress, ReadingStep } from "@shardwatch/core/contract/source/reading-step";
import type { SourceState } from "@shardwatch/core/contract/source/state";
import { Fact, Facts } from "../../ui/text/Facts.tsx";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";
import { ReadingSteps } from "./ReadingSteps.tsx";

interface ReadingDetailsProps {
  steps: readonly ReadingStep[];
  progress: ReadingProgress | null;
  createdAt: string;
  lastSyncAt: string | null;
  /** When a reading last brought data. */
  lastDataAt: string | null;
  nextSyncAt: string | null;
  /** What the last reading found, in words; undefined before the first success. */
  found: string | undefined;
  /** Undefined where nothing limits the calls. */
  calls?: SourceState["calls"];
  /** Further facts of the account. */
  children?: ReactNode;
}

/** The last reading of a connected account with its steps, and those of a reading under way. */
export function ReadingDetails(props: ReadingDetailsProps) {
  const { steps, progress, createdAt, lastSyncAt, lastDataAt, nextSyncAt, found, calls, children } = props;
  return (
    <div className="grid gap-4">
      <Facts>
        <Fact name="Last sync">{lastSyncAt && <TimeAgo date={lastSyncAt} />}</Fact>
        <Fact name="Last data">{lastDataAt && <TimeAgo date={lastDataAt} />}</Fact>
        <Fact name="Next sync">{nextSyncAt ? <TimeAgo date={nextSyncAt} /> : "now"}</Fact>
        <Fact name="Found">{found}</Fact>
        {calls && (
          <Fact name="Calls used">
            {calls.used} of {calls.budget}
          </Fact>
        )}
        {children}
        <Fact name="Connected">
          <TimeAgo date={createdAt} />
        </Fact>
      </Facts>
      <ReadingSteps steps={steps} progress={progress} busy={progress !== null || lastSyncAt === null} />
    </div>
  );
}
