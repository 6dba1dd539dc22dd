import { queryOptions } from "@tanstack/react-query";
import type { OrganizationListItem } from "@shardwatch/core/contract/people/organization";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** All organizations, oldest first; for super admins. Names change seldom. */
export const organizationsQuery = queryOptions({
  queryKey: ["organizations"],
  queryFn: async ({ signal }) => {
    const all: OrganizationListItem[] = [];
    let cursor: string | undefined;
    do {
      const query = cursor === undefined ? {} : { cursor };
      const page = await answerOf(api().organizations.$get({ query }, { init: { signal } }));
      all.push(...page.organizations);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return all;
  },
  staleTime: 60_000,
});
