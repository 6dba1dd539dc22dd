import { queryOptions } from "@tanstack/react-query";
import { allPages } from "../all-pages.ts";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** All organizations, oldest first; for super admins. Names change seldom. */
export const organizationsQuery = queryOptions({
  queryKey: ["organizations"],
  queryFn: ({ signal }) => allOrganizations({}, signal),
  staleTime: 60_000,
});

/**
 * The same with what the last hourly census counted in each, for a read unit more of each. Only who opens the page or
 * comes back to it asks again.
 */
export const countedOrganizationsQuery = queryOptions({
  queryKey: ["organizations", "counts"],
  queryFn: ({ signal }) => allOrganizations({ counts: "1" }, signal),
  staleTime: 300_000,
});

const allOrganizations = (asked: { counts?: "1" }, signal: AbortSignal) =>
  allPages(async (page) => {
    const call = api().organizations.$get({ query: { ...asked, ...page } }, { init: { signal } });
    const { organizations, nextCursor } = await answerOf(call);
    return [organizations, nextCursor];
  });
