import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { useCallback } from "react";
import { acknowledge } from "../api/incidents/incidents.ts";
import { showError, showSuccess } from "../lib/browser/toasts.ts";
import { useKeptFocus } from "./use-kept-focus.ts";
import { usePageKey } from "../lib/browser/use-page-key.ts";

/** The incident in whose row or card the focus is. */
export function focusedIncident(rows: readonly Incident[] | undefined): Incident | undefined {
  const link = document.activeElement?.closest("tr, li")?.querySelector<HTMLElement>("[data-incident]");
  const id = link?.dataset["incident"];
  return rows?.find((one) => one.id === id);
}

/** Acknowledges an incident of a list. The key "a" does it for the row with the focus. */
export function useAcknowledge(rows: readonly Incident[] | undefined) {
  const keep = useKeptFocus(rows);
  const run = useCallback(
    (incident: Incident) => {
      keep(incident);
      acknowledge(incident).then(
        () => showSuccess(`Acknowledged: ${incident.title}`),
        (error: unknown) => showError("Failed to acknowledge the incident", error),
      );
    },
    [keep],
  );
  usePageKey("a", () => {
    const incident = focusedIncident(rows);
    if (!incident || incident.state !== "open" || incident.acknowledged) return false;
    run(incident);
    return true;
  });
  return run;
}
