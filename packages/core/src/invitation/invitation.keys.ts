import { type Key, keysIn, partitionOfAccount, type Run, runIn } from "../table/keys.ts";

const invitationPrefix = "INVITE#";
const inviteePrefix = "INVITEE#";

/** An invitation as the organization that sent it sees it. */
export const sentInvitationKey = keysIn(invitationPrefix);

/** The same invitation as the invitee sees it. */
export const receivedInvitationKey = (accountId: string, id: string): Key => ({
  pk: partitionOfAccount(accountId),
  sk: `${invitationPrefix}${id}`,
});

/** Exists while a person has a pending invitation of an organization, so that there is only one. */
export const inviteeKey = keysIn(inviteePrefix);

export const invitationsOf = runIn(invitationPrefix);

export const inviteesOf = runIn(inviteePrefix);

/** The invitations that one person has received, oldest first. */
export const invitationsTo = (accountId: string): Run => ({
  pk: partitionOfAccount(accountId),
  prefix: invitationPrefix,
});

/** In the index: accepted invitations that have something left to move. */
export const unfinishedAcceptances = "ACCEPTANCES_UNFINISHED";
