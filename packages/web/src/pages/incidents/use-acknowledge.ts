import type { Incident } from "@shardwatch/core/contract/incident";
import { useCallback, useRef } from "react";
import { acknowledge } from "../../api/incidents.ts";
import { useSingleKeys } from "../../lib/shortcuts.ts";
import { showError, showSuccess } from "../../lib/toasts.ts";

/** The id of the incident in whose row or card the focus is. */
const focused = (): string | undefined =>
  document.activeElement?.closest("tr, li")?.querySelector<HTMLElement>("[data-incident]")?.dataset[
    "incident"
  ];

/** Acknowledges an incident of a list. The key "a" does it for the row with the focus. */
export function useAcknowledge(rows: readonly Incident[] | undefined) {
  const former = useRef("");
  const run = useCallback((incident: Incident) => {
    acknowledge(incident).then(
      () => showSuccess(`Acknowledged: ${incident.title}`),
      (error: unknown) => showError("Failed to acknowledge the incident", error),
    );
  }, []);
  useSingleKeys((key) => {
    const afterGo = former.current === "g";
    former.current = key;
    // "g" and "a" open the admin area.
    if (key !== "a" || afterGo) return false;
    const id = focused();
    const incident = rows?.find((one) => one.id === id);
    if (!incident || incident.state !== "open" || incident.acknowledged) return false;
    run(incident);
    return true;
  });
  return run;
}
