import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { useCallback } from "react";
import { acknowledge } from "../../api/incidents/incidents.ts";
import { showError, showSuccess } from "../../lib/browser/toasts.ts";
import { focusedIncident } from "./focused-incident.ts";
import { useOwnKey } from "./use-own-key.ts";

/** Acknowledges an incident of a list. The key "a" does it for the row with the focus. */
export function useAcknowledge(rows: readonly Incident[] | undefined) {
  const run = useCallback((incident: Incident) => {
    acknowledge(incident).then(
      () => showSuccess(`Acknowledged: ${incident.title}`),
      (error: unknown) => showError("Failed to acknowledge the incident", error),
    );
  }, []);
  useOwnKey("a", () => {
    const incident = focusedIncident(rows);
    if (!incident || incident.state !== "open" || incident.acknowledged) return false;
    run(incident);
    return true;
  });
  return run;
}
