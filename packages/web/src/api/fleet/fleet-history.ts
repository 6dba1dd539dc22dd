import { queryOptions } from "@tanstack/react-query";
import type { FleetHistory } from "@shardwatch/core/contract/history/fleet-history";
import { hour } from "@shardwatch/core/kit/time";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";
import { endsOf, type TimeRange } from "./history.ts";

/**
 * The past of all deployments of an organization together; of the person's own without an id. While another range
 * loads, the answer before stays.
 */
export const fleetHistoryQuery = (organizationId: string | undefined, range: TimeRange) =>
  queryOptions({
    queryKey: ["fleet-history", organizationId ?? "own", range],
    // Each hour is counted once.
    staleTime: hour / 4,
    placeholderData: (before: FleetHistory | undefined, query) =>
      query?.queryKey[1] === (organizationId ?? "own") ? before : undefined,
    queryFn: async ({ signal }) => {
      const query = { ...endsOf(range, Date.now()), organizationId };
      return answerOf(api().history.$get({ query }, { init: { signal } }));
    },
  });
