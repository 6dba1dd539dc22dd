import { queryOptions } from "@tanstack/react-query";
import type { Organization, OwnOrganizationInput } from "@shardwatch/core/contract/organization";
import { currentUser, startSession } from "../session/session.ts";
import { api } from "./client.ts";
import { queryClient } from "./query-client.ts";
import { answerOf } from "./request.ts";

/** The person's own organization with its members; not found for somebody without one. */
export const ownOrganizationQuery = queryOptions({
  queryKey: ["own-organization"],
  queryFn: async ({ signal }) => answerOf(await api().me.organization.$get(undefined, { init: { signal } })),
});

/** PATCH /me/organization; what the pages and the session know of the organization follows. @throws ApiError */
export async function saveOwnOrganization(input: OwnOrganizationInput): Promise<Organization> {
  const saved = await answerOf(await api().me.organization.$patch({ json: input }));
  // An answer that is on its way still tells the old name.
  await queryClient.cancelQueries(ownOrganizationQuery);
  queryClient.setQueryData(ownOrganizationQuery.queryKey, saved);
  const user = currentUser();
  const { id, name, onlyAdminsManageSources } = saved;
  if (user) startSession({ ...user, organization: { id, name, onlyAdminsManageSources } });
  return saved;
}
