import { type Key, keysIn, partitionOfAccount, type Run, runIn } from "../table/keys.ts";

const invitationPrefix = "INVITE#";
const inviteePrefix = "INVITEE#";

/** An invitation as the organization that sent it sees it. */
export const sentInvitationKey = keysIn(invitationPrefix);

export const emailInvitee = "email_";

/**
 * In place of an account's id: somebody who is known by the email alone. Its partition has the invitations to that email.
 * @param hash of the email
 */
export const inviteeOfEmail = (hash: string): string => `${emailInvitee}${hash}`;

/** The same invitation as the invitee sees it. */
export const receivedInvitationKey = (inviteeId: string, id: string): Key => ({
  pk: partitionOfAccount(inviteeId),
  sk: `${invitationPrefix}${id}`,
});

/** Exists while a person has a pending invitation of an organization, so that there is only one. */
export const inviteeKey = keysIn(inviteePrefix);

export const invitationsOf = runIn(invitationPrefix);

export const inviteesOf = runIn(inviteePrefix);

/** The invitations that one person has received, oldest first. */
export const invitationsTo = (inviteeId: string): Run => ({
  pk: partitionOfAccount(inviteeId),
  prefix: invitationPrefix,
});

/** In the index: accepted invitations that have something left to move. */
export const unfinishedAcceptances = "ACCEPTANCES_UNFINISHED";
