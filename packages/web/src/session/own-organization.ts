import type {
  Organization,
  OrganizationInput,
  OwnOrganizationInput,
} from "@shardwatch/core/contract/people/organization";
import { api } from "../api/client.ts";
import { receivedInvitationsQuery } from "../api/people/invitations.ts";
import { ownOrganizationQuery } from "../api/people/own-organization.ts";
import { queryClient } from "../api/query-client.ts";
import { answerOf } from "../api/request.ts";
import { refetchUser } from "./refetch-user.ts";
import { currentUser, startSession } from "./session.ts";

/** PATCH /me/organization. Updates the cached organization and the user. @throws ApiError */
export async function saveOwnOrganization(input: OwnOrganizationInput): Promise<Organization> {
  const saved = await answerOf(api().me.organization.$patch({ json: input }));
  // A request that is already running would restore the old name.
  await queryClient.cancelQueries(ownOrganizationQuery);
  queryClient.setQueryData(ownOrganizationQuery.queryKey, saved);
  const user = currentUser();
  const { id, name, onlyAdminsManageSources } = saved;
  if (user) startSession({ ...user, organization: { id, name, onlyAdminsManageSources } });
  return saved;
}

/**
 * POST /me/organization. Then the person is the admin of a new organization, and the session's user is
 * updated.
 * @throws ApiError with the API's reason
 */
export async function createOwnOrganization(input: OrganizationInput): Promise<void> {
  await answerOf(api().me.organization.$post({ json: input }));
  await refetchUser();
}

/**
 * POST /invitations/{id}/accept, repeated until it is complete. Then the person is a member of another
 * organization, and the session's user is updated.
 * @throws ApiError with the API's reason
 */
export async function acceptInvitation(id: string): Promise<void> {
  const accept = () => api().invitations[":id"].accept.$post({ param: { id } });
  try {
    let answer = await accept();
    await answerOf(answer);
    // The first answer makes the person a member. The schedule moves what a later call fails to move.
    while (answer.status === 202) answer = await accept();
  } catch (error) {
    void queryClient.invalidateQueries(receivedInvitationsQuery);
    throw error;
  }
  await refetchUser();
}
