import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { useRef, useState } from "react";
import { acknowledge } from "../../../api/incidents/incidents.ts";
import { showSuccess } from "../../../lib/browser/toasts.ts";
import { type Failure, runAll } from "../../../lib/loading/run-all.ts";
import { counted } from "../../../lib/words/count.ts";

/** Requests at the same time: a person may acknowledge a hundred in an hour. */
const atOnce = 4;

/** Whether nobody looks after an incident that is open. */
const isWaiting = ({ state, acknowledged }: Incident) => state === "open" && acknowledged === null;

/** Acknowledges several incidents. What fails is kept for the page to show, with its reasons. */
export function useAcknowledgeMany(onDone: () => void) {
  const [failures, setFailures] = useState<readonly Failure<Incident>[]>([]);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  async function run(incidents: readonly Incident[]) {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    const waiting = incidents.filter(isWaiting);
    const failed = await runAll(waiting, atOnce, (incident) => acknowledge(incident));
    running.current = false;
    setBusy(false);
    setFailures(failed);
    const done = waiting.length - failed.length;
    if (done > 0) showSuccess(`${counted(done, "incident")} acknowledged`);
    if (failed.length === 0) onDone();
  }
  return { run, busy, failures, forget: () => setFailures([]) };
}
