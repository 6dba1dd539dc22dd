import type { Notice } from "../notification/notify.ts";
import type { InvitationRow } from "./invitation.table.ts";

/** What a person is called, who may have no name. */
export const nameOf = ({ firstName, lastName, email }: InvitationRow["invitedBy"]): string =>
  `${firstName} ${lastName}`.trim() || email;

/** The notice to the invitee. */
export function newsOf({ id, createdAt, invitedBy, organizationName }: InvitationRow): Notice {
  const inviter = nameOf(invitedBy);
  return {
    event: `invitation ${id}`,
    at: createdAt,
    type: "INVITATION",
    title: `Invitation to ${organizationName}`,
    message: `${inviter} invited you to join ${organizationName}.`,
    invitationId: id,
    names: [organizationName, inviter],
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
