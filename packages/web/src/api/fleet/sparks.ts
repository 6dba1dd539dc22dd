import { queryOptions } from "@tanstack/react-query";
import { hour } from "@shardwatch/core/kit/time";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** The memory of each deployment of an organization in the last 24 hours. It changes once an hour. */
export const sparksQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["sparks", organizationId],
    queryFn: async ({ signal }) =>
      answerOf(api().history.sparks.$get({ query: { organizationId } }, { init: { signal } })),
    staleTime: hour,
    // Nothing observes it: the drawings are no components.
    gcTime: 2 * hour,
    structuralSharing: false,
  });
