import { queryOptions } from "@tanstack/react-query";
import type { Invitation, InvitationInput } from "@shardwatch/core/contract/people/invitation";
import type { Moves } from "@shardwatch/core/contract/people/moves";
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

/** POST /invitations. Adds it to the cached list at once. @throws ApiError with the API's reason */
export async function sendInvitation(input: InvitationInput): Promise<Invitation> {
  const sent = await answerOf(api().invitations.$post({ json: input }));
  await queryClient.cancelQueries(sentInvitationsQuery);
  queryClient.setQueryData(sentInvitationsQuery.queryKey, (list) => list && [...list, sent]);
  void queryClient.invalidateQueries(sentInvitationsQuery);
  return sent;
}

/** POST /invitations/{id}/resend. Updates the cached list. @throws ApiError with the API's reason */
export async function resendInvitation(id: string): Promise<void> {
  const resend = async () => answerOf(api().invitations[":id"].resend.$post({ param: { id } }));
  const sent = await resend().catch((error: unknown) => {
    void queryClient.invalidateQueries(sentInvitationsQuery);
    throw error;
  });
  await queryClient.cancelQueries(sentInvitationsQuery);
  queryClient.setQueryData(sentInvitationsQuery.queryKey, (list) =>
    list?.map((one) => (one.id === id ? sent : one)),
  );
}

/** POST /invitations/{id}/cancel. Removes it from the cached list. @throws ApiError with the API's reason */
export async function cancelInvitation(id: string): Promise<void> {
  await settled(sentInvitationsQuery.queryKey, id, async () =>
    answerOf(api().invitations[":id"].cancel.$post({ param: { id } })),
  );
}

/** POST /invitations/{id}/reject. Removes it from the cached list. @throws ApiError with the API's reason */
export async function rejectInvitation(id: string): Promise<void> {
  await settled(receivedInvitationsQuery.queryKey, id, async () =>
    answerOf(api().invitations[":id"].reject.$post({ param: { id } })),
  );
  void queryClient.invalidateQueries({ queryKey: notificationLists });
}

/** Removes an invitation from a list after a success. After a failure the list is loaded again. */
async function settled(
  queryKey: readonly unknown[],
  id: string,
  send: () => Promise<unknown>,
): Promise<void> {
  try {
    await send();
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey });
    throw error;
  }
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData<Invitation[]>(queryKey, (list) => list?.filter((one) => one.id !== id));
}

/** Clears everything that belonged to the former organization. Queries of the current screen load again. */
export function forgetFormerOrganization(): void {
  queryClient.removeQueries({ type: "inactive" });
  void queryClient.invalidateQueries({ queryKey: notificationLists });
}
