import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { useEffect, useEffectEvent } from "react";
import { showMarks } from "./incident-elements.ts";
import { useTroubles } from "./use-troubles.ts";

/**
 * Marks the rows of a list that are in open incidents, and joins the incidents to what a filter can ask.
 * @param organization undefined for the person's own
 */
export function useJoinedIncidents(
  organization: string | undefined,
  onIncidents: (troubleOf: TroubleOf) => void,
): void {
  const known = useTroubles(organization);
  const join = useEffectEvent(onIncidents);
  useEffect(() => {
    if (!known) return;
    showMarks(known.troubles);
    join(known.troubleOf);
  }, [known]);
}
