import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { byId, requireMember } from "../account/account.ts";
import { may, traitsOfRole } from "../contract/people/roles.ts";
import { Problem } from "../kit/problem.ts";
import type { Write } from "../table/table.ts";
import { type InvitationRow, sentAtOf } from "./invitation.table.ts";

/**
 * The check that the sender of an invitation is still a member of the organization, and still manages it when the
 * invitation makes an admin. Throws conflict when not: somebody who was removed must let nobody in. Nor must somebody who
 * used the sender's account before its email was proven. Sending the invitation again names a new sender. One of a former
 * version that does not say who sent it makes no admin.
 */
export async function requireInviter(
  services: Services,
  organization: OrganizationId,
  invitation: Pick<InvitationRow, "role" | "inviterId" | "createdAt" | "endsAt">,
): Promise<Write[]> {
  const { role, inviterId } = invitation;
  // What only a later release knows may be an admin's.
  const isVouched = traitsOfRole(role)?.isVouched ?? true;
  if (inviterId === undefined && !isVouched) return [];
  const inviter = inviterId === undefined ? undefined : await byId(services, inviterId);
  if (inviter?.organizationId !== organization) throw gone();
  if (isVouched && !may(inviter.roles, "manageOrganization")) throw gone();
  if (inviter.verifiedAt !== undefined && sentAtOf(invitation) <= inviter.verifiedAt) throw gone();
  return [requireMember(inviter.id, organization, inviter.roles)];
}

const gone = () =>
  new Problem(
    "conflict",
    "The person who invited you no longer manages this organization. Ask one of its admins to send the invitation again.",
    { code: "INVITER_GONE" },
  );
