import type { Notice } from "../notification/notify.ts";
import type { InvitationRow } from "./invitation.table.ts";

/** What a person is called, who may have no name. */
export const nameOf = ({ firstName, lastName, email }: InvitationRow["invitedBy"]): string =>
  `${firstName} ${lastName}`.trim() || email;

/** Who invites, for a sentence. Anybody can join with any email by a link of their own. */
export const inviterOf = ({ invitedBy, inviterUnverified }: InvitationRow): string =>
  inviterUnverified ? `${nameOf(invitedBy)} (email not verified)` : nameOf(invitedBy);

/** The notice to the invitee. */
export function newsOf(row: InvitationRow): Notice {
  const { id, createdAt, invitedBy, organizationName } = row;
  return {
    event: `invitation ${id}`,
    at: createdAt,
    type: "INVITATION",
    title: `Invitation to ${organizationName}`,
    message: `${inviterOf(row)} invited you to join ${organizationName}.`,
    invitationId: id,
    names: [organizationName, nameOf(invitedBy)],
  };
}

/** The notice that an invitation was sent again. `at` is a Unix epoch in milliseconds. */
export function newsAgain(row: InvitationRow, at: number): Notice {
  const { organizationName } = row;
  return {
    ...newsOf(row),
    event: `invitation ${row.id} sent again at ${at}`,
    at,
    message: `Your invitation to join ${organizationName} was sent again.`,
  };
}
