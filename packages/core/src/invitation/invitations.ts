import type { Services, MemberContext } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import type { Invitation } from "../contract/invitation.ts";
import type { FindInvitationStatuses } from "../notification/notification.ts";
import { cleanText } from "../kit/foreign-text.ts";
import { batchGetAll } from "../table/batch.ts";
import { inviteesOf, invitationsTo, sentInvitationKey } from "./invitation.keys.ts";
import { invitationKind, type InvitationRow, inviteeKind, statusPart } from "./invitation.table.ts";

/** The pending invitations addressed to the caller, oldest first. */
export async function received(ctx: MemberContext): Promise<Invitation[]> {
  const rows = await ctx.table.queryAll(invitationsTo(ctx.actor.accountId));
  const read = rows.map(invitationKind.read);
  return read.filter(({ status }) => status === "pending").map(toInvitation);
}

/** The status of every invitation that the caller has received, by id. */
export const receivedStatuses: FindInvitationStatuses = async (ctx) => {
  const run = invitationsTo(ctx.actor.accountId);
  const { attributes, read } = statusPart;
  const rows = await ctx.table.queryAll(run, { attributes });
  return new Map(rows.map(read).map(({ id, status }) => [id, status]));
};

/** The pending invitations that the caller's organization has sent, oldest first. */
export async function sent(ctx: MemberContext): Promise<Invitation[]> {
  const organization = ownOrganization(ctx.actor);
  if (!organization) return [];
  const rows = await pendingOf(ctx, organization);
  return rows.toSorted((left, right) => (left.id < right.id ? -1 : 1)).map(toInvitation);
}

/** The rows of an organization's pending invitations. */
export async function pendingOf(services: Services, organization: OrganizationId): Promise<InvitationRow[]> {
  const invitees = await services.table.queryAll(inviteesOf(organization));
  const keys = invitees.map(inviteeKind.read).map(({ id }) => sentInvitationKey(organization, id));
  const rows = (await batchGetAll(services.table, keys)).map(invitationKind.read);
  return rows.filter(({ status }) => status === "pending");
}

/** An invitation as the API shows it to both sides. */
export function toInvitation(row: InvitationRow): Invitation {
  const { id, status, createdAt, organizationName, invitedBy, invitee } = row;
  const created = new Date(createdAt).toISOString();
  return {
    id,
    status,
    createdAt: created,
    organization: { name: cleanText(organizationName) },
    invitedBy: clean(invitedBy),
    invitee: clean(invitee),
  };
}

const clean = ({ firstName, lastName, email }: Invitation["invitedBy"]) => ({
  firstName: cleanText(firstName),
  lastName: cleanText(lastName),
  email,
});
