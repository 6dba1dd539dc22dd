import type { RouteList, Routes } from "@shardwatch/core/contract/incident/route";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { queryClient } from "../query-client.ts";
import { answerOf } from "../request.ts";

/** Which incidents of the person's organization go to which channels. */
export const routesQuery = queryOptions({
  queryKey: ["routes"],
  queryFn: async ({ signal }) => await answerOf(api().routes.$get(undefined, { init: { signal } })),
});

/** PUT /routes, unless somebody else has changed them since they were read. @throws ApiError */
export async function saveRoutes(revision: number, json: Routes): Promise<RouteList> {
  const header = { "if-match": `"${revision}"` };
  try {
    return await answerOf(api().routes.$put({ header, json }));
  } finally {
    // The list of rules shows who gets their incidents.
    await Promise.all([
      queryClient.invalidateQueries(routesQuery),
      queryClient.invalidateQueries({ queryKey: ["rules"] }),
    ]);
  }
}

/** What the last 30 days would have sent by these routes. The figures of those before stay until the new ones come. */
export const routesPreviewQuery = (routes: Routes | undefined) =>
  queryOptions({
    queryKey: ["routes preview", routes],
    queryFn: async ({ signal }) => {
      const json = routes ?? { routes: [], rest: null };
      return await answerOf(api().routes.preview.$post({ json }, { init: { signal } }));
    },
    enabled: routes !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
