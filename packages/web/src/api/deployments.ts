import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api } from "./client.ts";
import { answerOf } from "./request.ts";

/** How often an open page asks again, in milliseconds. Sources report once a minute at most. */
const refreshInterval = 60_000;

/** All deployments that the person may see, page by page by cursor, in the API's order. */
export const deploymentsQuery = infiniteQueryOptions({
  queryKey: ["deployments"],
  queryFn: async ({ pageParam: cursor, signal }) =>
    answerOf(
      await api().deployments.$get({ query: cursor === undefined ? {} : { cursor } }, { init: { signal } }),
    ),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.nextCursor,
  select: ({ pages }) => pages.flatMap((page) => page.deployments),
  refetchInterval: refreshInterval,
});

/** One deployment with all its databases. */
export const deploymentQuery = (id: string) =>
  queryOptions({
    queryKey: ["deployment", id],
    queryFn: async ({ signal }) =>
      answerOf(await api().deployments[":id"].$get({ param: { id } }, { init: { signal } })),
    refetchInterval: refreshInterval,
  });
