import { History } from "lucide-react";
import { useRef } from "react";
import { formatCount } from "../../../../lib/words/count.ts";
import { Button } from "../../../../ui/form/Button.tsx";
import { Section } from "../../../../ui/section/Section.tsx";
import { Problem } from "../../../../ui/state/Problem.tsx";
import { RehearsalResult } from "./RehearsalResult.tsx";
import { definitionOf, faultsOf, leftOut, type RuleValues } from "./rule-values.ts";
import { useRehearsal } from "./use-rehearsal.ts";

interface RehearsalProps {
  values: RuleValues;
  change: (part: Partial<RuleValues>) => void;
  organization: string | undefined;
}

/** Tries the rule on the last 30 days, when a person asks for it. */
export function Rehearsal({ values, change, organization }: RehearsalProps) {
  const { rehearsal, run, stop } = useRehearsal(organization);
  const button = useRef<HTMLButtonElement>(null);
  // A rule without a name or a channel can be tried.
  const faults = { ...faultsOf(values), name: undefined, channels: undefined };
  const isWrong = Object.values(faults).some((fault) => fault !== undefined);
  const isRunning = rehearsal.state === "running";
  const isOld =
    rehearsal.state === "done" && JSON.stringify(rehearsal.rule) !== JSON.stringify(definitionOf(values));

  function leaveOut(id: string) {
    const scope = leftOut(values.scope, id);
    change({ scope });
    run(definitionOf({ ...values, scope }));
    // The pressed button goes away with the former result.
    button.current?.focus();
  }

  return (
    <Section
      heading="Last 30 days"
      action={
        <Button
          ref={button}
          aria-disabled={(isWrong && !isRunning) || undefined}
          onClick={() => (isRunning ? stop() : run(definitionOf(values)))}
        >
          {isRunning ? (
            "Stop"
          ) : (
            <>
              <History aria-hidden className="size-3.5" />
              Try it on the last 30 days
            </>
          )}
        </Button>
      }
    >
      <div className="grid min-h-20 content-start gap-3 p-4">
        {rehearsal.state === "idle" && (
          <p className="text-muted">
            See how many incidents it would have opened, and how many messages each channel would have got.
          </p>
        )}
        {rehearsal.state === "running" && <Progress done={rehearsal.done} of={rehearsal.of} />}
        {rehearsal.state === "failed" && <Problem problem={rehearsal.problem} />}
        {isOld && <p className="text-sm text-muted">You changed the rule since. Try it again.</p>}
        {rehearsal.state === "done" && (
          <RehearsalResult found={rehearsal.found} organization={organization} onLeaveOut={leaveOut} />
        )}
      </div>
    </Section>
  );
}

function Progress({ done, of }: { done: number; of: number }) {
  return (
    <div className="grid gap-2">
      <p role="status" className="figures">
        {of === 0 ? "Reading the past…" : `Read ${formatCount(done)} of ${formatCount(of)} deployments.`}
      </p>
      <progress
        aria-label="Progress"
        value={of === 0 ? undefined : done}
        max={of === 0 ? undefined : of}
        className="h-1.5 w-full accent-accent"
      />
    </div>
  );
}
