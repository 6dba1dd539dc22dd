import { queryOptions } from "@tanstack/react-query";
import type { MemberInput } from "@shardwatch/core/contract/people/member";
import { accessKeysQuery } from "../sources/access-keys.ts";
import { allPages } from "../all-pages.ts";
import { removeFrom, replaceIn } from "../cached-list.ts";
import { api, followChange } from "../client.ts";
import { sentInvitationsQuery } from "./invitations.ts";
import { ownOrganizationQuery } from "./own-organization.ts";
import { queryClient } from "../query-client.ts";
import { answerOf } from "../request.ts";
import { sourcesChanged } from "../sources/sources.ts";

/** The members of the person's organization with their roles; for those who manage it. */
export const membersQuery = queryOptions({
  queryKey: ["members"],
  queryFn: ({ signal }) =>
    allPages(async (query) => {
      const { members } = api().me.organization;
      const page = await answerOf(members.$get({ query }, { init: { signal } }));
      return [page.members, page.nextCursor];
    }),
});

/** The roles of the members by their ids; for every member. */
export const memberRolesQuery = queryOptions({
  queryKey: ["member-roles"],
  queryFn: async ({ signal }) => {
    const call = api().me.organization.roles.$get(undefined, { init: { signal } });
    const { members } = await answerOf(call);
    return new Map(members.map(({ id, roles }) => [id, roles]));
  },
});

/** PATCH /me/organization/members/{id}. @throws ApiError with the API's reason */
export async function saveMember(id: string, input: MemberInput): Promise<void> {
  const saved = await answerOf(api().me.organization.members[":id"].$patch({ param: { id }, json: input }));
  await replaceIn(membersQuery, saved, (member) => member.id === id);
  void queryClient.invalidateQueries(sentInvitationsQuery);
  await followChange({ account: id });
}

/**
 * DELETE /me/organization/members/{id}. Removes the member from the cached list. @throws ApiError with the
 * API's reason
 */
export async function removeMember(id: string, revokeKeys: boolean): Promise<void> {
  const call = { param: { id }, query: { revokeKeys: revokeKeys ? "true" : "false" } } as const;
  await answerOf(api().me.organization.members[":id"].$delete(call));
  await removeFrom(membersQuery, (member) => member.id === id);
  void queryClient.invalidateQueries(ownOrganizationQuery);
  void queryClient.invalidateQueries(sentInvitationsQuery);
  if (!revokeKeys) return;
  void queryClient.invalidateQueries(accessKeysQuery);
  sourcesChanged();
}
