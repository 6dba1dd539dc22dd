import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** Into how many parts the figures of an organization are divided for Prometheus. */
export const metricPartsQuery = (organization: string) =>
  queryOptions({
    queryKey: ["metric-parts", organization],
    queryFn: async ({ signal }) => {
      const query = { org: organization };
      return (await answerOf(api().metrics.parts.$get({ query }, { init: { signal } }))).length;
    },
  });
