import type { Services, MemberContext } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import { type Invitation, invitationLinkDays, type Inviter } from "../contract/people/invitation.ts";
import type { FindInvitationStatuses } from "../notification/notification.ts";
import { cleanText } from "../kit/foreign-text.ts";
import { day } from "../kit/time.ts";
import { batchGetAll } from "../table/batch.ts";
import { inviteesOf, sentInvitationKey } from "./invitation.keys.ts";
import { ownInviteeIds, rowsTo } from "./addressees.ts";
import {
  endOf,
  invitationKind,
  type InvitationRow,
  inviteeKind,
  isOfEmail,
  sentAtOf,
  statusOf,
  statusPart,
} from "./invitation.table.ts";

/** The pending invitations addressed to the caller, oldest first. */
export async function received(ctx: MemberContext): Promise<Invitation[]> {
  const rows = await rowsTo(ctx, await ownInviteeIds(ctx));
  const all = rows.map((row) => toInvitation(invitationKind.read(row), ctx.clock.now()));
  return all.filter(({ status }) => status === "pending");
}

/** The status of every invitation that the caller has received, by id. */
export const receivedStatuses: FindInvitationStatuses = async (ctx) => {
  const { attributes, read } = statusPart;
  const rows = await rowsTo(ctx, await ownInviteeIds(ctx), attributes);
  return new Map(rows.map(read).map((row) => [row.id, statusOf(row, ctx.clock.now())]));
};

/**
 * The invitations of the caller's organization that nobody has answered or cancelled, oldest first. Those that
 * have expired are among them, because they can be sent again.
 */
export async function sent(ctx: MemberContext): Promise<Invitation[]> {
  const organization = ownOrganization(ctx.actor);
  if (!organization) return [];
  const rows = await pendingOf(ctx, organization);
  const now = ctx.clock.now();
  return rows.toSorted((left, right) => (left.id < right.id ? -1 : 1)).map((row) => toSent(row, now));
}

/** The rows of an organization's pending invitations. */
export async function pendingOf(services: Services, organization: OrganizationId): Promise<InvitationRow[]> {
  const invitees = await services.table.queryAll(inviteesOf(organization));
  const keys = invitees.map(inviteeKind.read).map(({ id }) => sentInvitationKey(organization, id));
  const rows = (await batchGetAll(services.table, keys)).map(invitationKind.read);
  return rows.filter(({ status }) => status === "pending");
}

/** An invitation as the organization that sent it sees it. */
export const toSent = (row: InvitationRow, now: number): Invitation => ({
  ...toInvitation(row, now),
  ...(row.inviterId !== undefined && { inviterId: row.inviterId }),
  ...(isOfEmail(row) && { linkEndsAt: new Date(sentAtOf(row) + invitationLinkDays * day).toISOString() }),
  ...(row.mailedAt !== undefined && { mailedAt: new Date(row.mailedAt).toISOString() }),
});

/** An invitation as the API shows it to both sides. `now` is a Unix epoch in milliseconds. */
function toInvitation(row: InvitationRow, now: number): Invitation {
  const { id, createdAt, role, organizationName, invitee } = row;
  return {
    id,
    status: statusOf(row, now),
    createdAt: new Date(createdAt).toISOString(),
    endsAt: new Date(endOf(row)).toISOString(),
    role,
    organization: { name: cleanText(organizationName) },
    invitedBy: shownInviter(row),
    invitee: clean(invitee),
  };
}

/** Who invites, as the API shows them. */
export const shownInviter = ({ invitedBy, inviterUnverified: unverified }: InvitationRow): Inviter => ({
  ...clean(invitedBy),
  ...(unverified && { unverified }),
});

/** A person of an invitation, without characters that could mislead. */
const clean = ({ firstName, lastName, email }: Invitation["invitee"]) => ({
  firstName: cleanText(firstName),
  lastName: cleanText(lastName),
  email,
});
