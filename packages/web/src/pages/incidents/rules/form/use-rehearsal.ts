import type { RuleRehearsal } from "@shardwatch/core/contract/incident/rehearsal";
import type { RuleDefinition } from "@shardwatch/core/contract/incident/own-rule";
import { useEffect, useRef, useState } from "react";
import { rehearse } from "../../../../api/incidents/rehearsal.ts";
import { describeError, type ErrorText } from "../../../../lib/errors.ts";

type Rehearsal =
  | { state: "idle" }
  | { state: "running"; done: number; of: number }
  | { state: "failed"; problem: ErrorText }
  /** `rule` is the one that was tried. */
  | { state: "done"; found: RuleRehearsal; rule: RuleDefinition };

/**
 * Tries a rule on the past. One runs at a time, and it ends with the page.
 * @param organizationId for people who see all organizations; others have one
 */
export function useRehearsal(organizationId: string | undefined) {
  const [rehearsal, setRehearsal] = useState<Rehearsal>({ state: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  async function run(rule: RuleDefinition): Promise<void> {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    const set = (next: Rehearsal) => running.current === own && setRehearsal(next);
    set({ state: "running", done: 0, of: 0 });
    try {
      const onProgress = (progress: { done: number; of: number }) => set({ state: "running", ...progress });
      const found = await rehearse(rule, { organizationId, onProgress, signal: own.signal });
      set({ state: "done", found, rule });
    } catch (error) {
      if (!own.signal.aborted) set({ state: "failed", problem: describeError(error) });
    }
  }

  function stop(): void {
    running.current?.abort();
    // A line that has come already says nothing more.
    running.current = undefined;
    setRehearsal({ state: "idle" });
  }

  return { rehearsal, run: (rule: RuleDefinition) => void run(rule), stop };
}
