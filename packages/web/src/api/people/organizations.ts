import { queryOptions } from "@tanstack/react-query";
import { allPages } from "../all-pages.ts";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** All organizations, oldest first; for super admins. Names change seldom. */
export const organizationsQuery = queryOptions({
  queryKey: ["organizations"],
  queryFn: ({ signal }) =>
    allPages(async (query) => {
      const page = await answerOf(api().organizations.$get({ query }, { init: { signal } }));
      return [page.organizations, page.nextCursor];
    }),
  staleTime: 60_000,
});
