import { queryOptions } from "@tanstack/react-query";
import type {
  Invitation,
  InvitationInput,
  SentInvitation,
} from "@shardwatch/core/contract/people/invitation";
import type { Moves } from "@shardwatch/core/contract/people/moves";
import { addTo, answerOrReload, removeFrom, replaceIn } from "../cached-list.ts";
import { api } from "../client.ts";
import { notificationLists } from "./notifications.ts";
import { queryClient } from "../query-client.ts";
import { answerOf } from "../request.ts";

/** The pending invitations addressed to the person. */
export const receivedInvitationsQuery = queryOptions({
  queryKey: ["received-invitations"],
  queryFn: async ({ signal }) => {
    const answer = await api().me.invitations.$get(undefined, { init: { signal } });
    return (await answerOf(answer)).invitations;
  },
});

/** The unanswered invitations of the person's organization; for those who manage it. */
export const sentInvitationsQuery = queryOptions({
  queryKey: ["sent-invitations"],
  queryFn: async ({ signal }) => {
    const answer = await api().organizations.me.invitations.$get(undefined, { init: { signal } });
    return (await answerOf(answer)).invitations;
  },
});

/** What accepting an invitation would move, and what it would leave behind. */
export const movesBeforeQuery = (id: string) => movesQuery(id, "before");

/**
 * What accepting an invitation would do at this moment. A member who left in between may have made the person
 * the last one.
 * @throws ApiError with the API's reason
 */
export const currentMoves = async (id: string): Promise<Moves> =>
  await queryClient.fetchQuery({ ...movesBeforeQuery(id), staleTime: 0 });

/** What an accepted invitation moved, and what it left behind. */
export const movesAfterQuery = (id: string) => movesQuery(id, "after");

const movesQuery = (id: string, when: "before" | "after") =>
  queryOptions({
    queryKey: ["invitation-moves", id, when],
    queryFn: async ({ signal }): Promise<Moves> =>
      answerOf(api().invitations[":id"].moves.$get({ param: { id } }, { init: { signal } })),
  });

/** The list keeps no link: it is a secret that is shown once. */
const withoutLink = ({ link: _, ...invitation }: SentInvitation): Invitation => invitation;

/** POST /invitations. Adds it to the cached list at once. @throws ApiError with the API's reason */
export async function sendInvitation(input: InvitationInput): Promise<SentInvitation> {
  const sent = await answerOf(api().invitations.$post({ json: input }));
  await addTo(sentInvitationsQuery, withoutLink(sent));
  return sent;
}

/**
 * POST /invitations/{id}/resend. Updates the cached list. Its former link has ended.
 * @throws ApiError with the API's reason
 */
export async function resendInvitation(id: string): Promise<SentInvitation> {
  const call = api().invitations[":id"].resend.$post({ param: { id } });
  const sent = await answerOrReload(sentInvitationsQuery, call);
  await replaceIn(sentInvitationsQuery, withoutLink(sent), (one) => one.id === id);
  return sent;
}

/** POST /invitations/{id}/cancel. Removes it from the cached list. @throws ApiError with the API's reason */
export async function cancelInvitation(id: string): Promise<void> {
  await answerOrReload(sentInvitationsQuery, api().invitations[":id"].cancel.$post({ param: { id } }));
  await removeFrom(sentInvitationsQuery, (one) => one.id === id);
}

/** POST /invitations/{id}/reject. Removes it from the cached list. @throws ApiError with the API's reason */
export async function rejectInvitation(id: string): Promise<void> {
  await answerOrReload(receivedInvitationsQuery, api().invitations[":id"].reject.$post({ param: { id } }));
  await removeFrom(receivedInvitationsQuery, (one) => one.id === id);
  void queryClient.invalidateQueries({ queryKey: notificationLists });
}

/** Clears everything that belonged to the former organization. Queries of the current screen load again. */
export function forgetFormerOrganization(): void {
  queryClient.removeQueries({ type: "inactive" });
  void queryClient.invalidateQueries({ queryKey: notificationLists });
}
