import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** The person's own organization with its members. A person without one gets "not found". */
export const ownOrganizationQuery = queryOptions({
  queryKey: ["own-organization"],
  queryFn: async ({ signal }) => answerOf(api().me.organization.$get(undefined, { init: { signal } })),
});
