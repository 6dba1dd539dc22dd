import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { useEffect, useEffectEvent } from "react";
import { keyOf } from "../lib/words/deployment-key.ts";
import { byDeployment } from "./by-deployment.ts";
import { showMarks } from "./incident-elements.ts";
import { useOpenIncidents } from "./use-open-incidents.ts";

/**
 * Marks the rows of a list that are in open incidents, and joins the incidents to what a filter can ask. Of other
 * organizations, and after a failure, the incidents are not known.
 * @param organization undefined for the person's own
 * @param own the person's organization
 */
export function useJoinedIncidents(
  organization: string | undefined,
  own: string | undefined,
  onIncidents: (troubleOf: TroubleOf) => void,
): void {
  const { data, isLoadingError } = useOpenIncidents(organization);
  const whose = isLoadingError ? undefined : (organization ?? own);
  const incidents = data?.incidents;
  const isKnown = incidents !== undefined || isLoadingError;
  const join = useEffectEvent(onIncidents);
  useEffect(() => {
    if (!isKnown) return;
    const troubles = byDeployment(incidents ?? [], Date.now());
    showMarks(troubles);
    join(({ id, organization: organizationId }) =>
      organizationId === whose ? (troubles.get(keyOf({ id, organizationId })) ?? null) : undefined,
    );
  }, [incidents, isKnown, whose]);
}
