import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { byId, requireMember } from "../account/account.ts";
import { may, type OrganizationRole } from "../contract/roles.ts";
import { Problem } from "../kit/problem.ts";
import type { Write } from "../table/table.ts";
import type { InvitationRow } from "./invitation.table.ts";

/** The roles that only a current admin of the organization can give to somebody who joins. */
const vouched: readonly OrganizationRole[] = ["ORG_ADMIN"];

/**
 * The check that the sender of an admin's invitation still manages the organization. Empty for other roles. Throws
 * conflict when they do not: an admin who was removed must not leave another one behind. Sending the invitation again
 * names a new sender, also for one that does not say who sent it.
 */
export async function requireInviter(
  services: Services,
  organization: OrganizationId,
  { role, inviterId }: Pick<InvitationRow, "role" | "inviterId">,
): Promise<Write[]> {
  if (!vouched.includes(role)) return [];
  const inviter = inviterId === undefined ? undefined : await byId(services, inviterId);
  if (inviter?.organizationId !== organization || !may(inviter.roles, "manageOrganization")) throw gone();
  return [requireMember(inviter.id, organization, inviter.roles)];
}

const gone = () =>
  new Problem(
    "conflict",
    "The person who invited you no longer manages this organization. Ask one of its admins to send the invitation again.",
    { code: "INVITER_GONE" },
  );
