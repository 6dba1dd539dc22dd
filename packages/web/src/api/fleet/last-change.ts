import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { refreshInterval } from "../../lib/time/refresh-interval.ts";
import { ReloadPace } from "../../lib/time/reload-pace.ts";
import { api } from "../client.ts";
import { deploymentDetails } from "./deployment.ts";
import { deploymentLists } from "./deployments.ts";
import { answerOf } from "../request.ts";

/** How often a visible page asks, in milliseconds. */
const interval = 10_000;

/**
 * Reloads the open list or deployment soon after a status or another fact has changed. The question costs one
 * small read. Figures come with the usual reload.
 * @param organizationId for people who see all organizations; without a chosen one, nothing is asked
 * @param asks whether the page has somebody to ask for
 */
export function useChangeWatch(organizationId: string | undefined, asks = true): void {
  const client = useQueryClient();
  const isOn = refreshInterval.use() > 0 && asks;
  const { data, dataUpdatedAt } = useQuery({
    queryKey: ["last-change", organizationId ?? "own"],
    queryFn: async ({ signal }) => {
      const query = { ...(organizationId && { organizationId }) };
      return answerOf(api().deployments.changed.$get({ query }, { init: { signal } }));
    },
    enabled: isOn,
    refetchInterval: interval,
    // A failure shows with the list itself.
    retry: false,
  });
  const [pace] = useState(() => new ReloadPace());
  const seen = useRef<string | null>(undefined);
  const changedAt = data?.changedAt;
  useEffect(() => {
    if (changedAt === undefined || seen.current === changedAt) return;
    // What was loaded with the page is from after the first answer, or about the same time.
    if (seen.current !== undefined) {
      if (!pace.allows(dataUpdatedAt)) return;
      for (const queryKey of [deploymentLists, deploymentDetails])
        void client.invalidateQueries({ queryKey });
    }
    seen.current = changedAt;
  }, [changedAt, dataUpdatedAt, pace, client]);
}
