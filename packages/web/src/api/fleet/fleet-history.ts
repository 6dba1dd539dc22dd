import { queryOptions } from "@tanstack/react-query";
import type { FleetHistory } from "@shardwatch/core/contract/history/fleet-history";
import { hour } from "@shardwatch/core/kit/time";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** Fixed ends in milliseconds, or the milliseconds before now. */
export type FleetRange = { from: number; to: number } | { last: number };

/**
 * The past of all deployments of an organization together; of the person's own without an id. While another range
 * loads, the answer before stays.
 */
export const fleetHistoryQuery = (organizationId: string | undefined, range: FleetRange) =>
  queryOptions({
    queryKey: ["fleet-history", organizationId ?? "own", range],
    // Each hour is counted once.
    staleTime: hour / 4,
    placeholderData: (before: FleetHistory | undefined, query) =>
      query?.queryKey[1] === (organizationId ?? "own") ? before : undefined,
    queryFn: async ({ signal }) => {
      const to = "last" in range ? Date.now() : range.to;
      const from = "last" in range ? to - range.last : range.from;
      const query = {
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        organizationId,
      };
      return answerOf(api().history.$get({ query }, { init: { signal } }));
    },
  });
