import { organizationOfInvitation } from "../access/scope.trusted.ts";
import type { OrganizationId } from "../access/scope.ts";
import { invitationDays, type InvitationStatus } from "../contract/people/invitation.ts";
import type { OrganizationRole } from "../contract/people/roles.ts";
import { initialRole } from "../contract/people/roles.ts";
import { day, second } from "../kit/time.ts";
import { filled, mark, number, optional, record, text } from "../table/field.ts";
import { RowKind, type RowOf } from "../table/row.ts";
import { timeToLiveAttribute } from "../table/schema.ts";
import type { Write } from "../table/table.ts";
import {
  emailInvitee,
  inviteeKey,
  receivedInvitationKey,
  sentInvitationKey,
  unfinishedAcceptances,
} from "./invitation.keys.ts";

const person = record({ firstName: text(), lastName: text(), email: text() });

/**
 * An invitation has two rows, one for the sender and one for the invitee. Both always have the same content.
 */
export const invitationKind = new RowKind("invitation", 1, {
  id: text(),
  /** Nothing is written when an invitation expires: `statusOf` compares the times. */
  status: text<Exclude<InvitationStatus, "expired">>(),
  /** Unix epoch in milliseconds. */
  createdAt: number(),
  /** Unix epoch in milliseconds; absent in rows of former versions, see `endOf`. */
  endsAt: optional(number()),
  /** The role of the invitee once they accept. */
  role: filled(text<OrganizationRole>(), initialRole.invitee),
  organizationId: text(),
  organizationName: text(),
  /** The account that is invited, or the email of somebody: `inviteeOfEmail`. */
  inviteeId: text(),
  /** The account that has accepted an invitation to an email. */
  acceptedBy: optional(text()),
  /** In the organization's row: hashes of the links to an invitation to an email. One was shown to its sender. */
  linkHash: optional(text()),
  /** The other one was mailed to the invitee alone, and proves that the email is theirs. */
  mailedHash: optional(text()),
  /** When it was mailed, Unix epoch in milliseconds. */
  mailedAt: optional(number()),
  /** That of the link by which somebody new has joined. */
  joinedHash: optional(text()),
  /** The account that sent it last; absent in rows of former versions. */
  inviterId: optional(text()),
  invitedBy: person,
  /** Set when nobody but a copied link said that the inviter's email is theirs. */
  inviterUnverified: mark(),
  invitee: person,
  /** In the invitee's row, while something is left to move: the organization from which it moves. */
  movingFrom: optional(text()),
  /** Set when keys and integrations do not move, because only admins of that organization may manage them. */
  sourcesStay: mark(),
  /** In the invitee's row, once accepted: JSON of Moves, with what moves and what stays. */
  moves: optional(text()),
});

export type InvitationRow = RowOf<typeof invitationKind>;

/** Whether an invitation is for an email, and not for an account. */
export const isOfEmail = ({ inviteeId }: InvitationRow): boolean => inviteeId.startsWith(emailInvitee);

/** Whom an invitation's events are about: an account, or the email alone. */
export const subjectOf = (row: InvitationRow) =>
  isOfEmail(row) ? { name: row.invitee.email } : { personId: row.inviteeId };

/** Only the status of an invitation, and what `statusOf` needs. */
export const statusPart = invitationKind.part("id", "status", "createdAt", "endsAt");

/** How long an invitation can be accepted after it was sent, in milliseconds. */
export const openFor = invitationDays * day;

/** When an invitation expires, Unix epoch in milliseconds. */
export const endOf = ({ createdAt, endsAt }: Pick<InvitationRow, "createdAt" | "endsAt">): number =>
  endsAt ?? createdAt + openFor;

/** When it was sent the last time, Unix epoch in milliseconds. */
export const sentAtOf = (row: Pick<InvitationRow, "createdAt" | "endsAt">): number => endOf(row) - openFor;

/** The status of an invitation as people see it: a pending one expires. */
export function statusOf(
  row: Pick<InvitationRow, "status" | "createdAt" | "endsAt">,
  now: number,
): InvitationStatus {
  return row.status === "pending" && now >= endOf(row) ? "expired" : row.status;
}

/** What an acceptance starts in the organization that the invitee leaves, if there is one. */
export type Leave = Pick<InvitationRow, "movingFrom" | "sourcesStay" | "moves">;

/** The account that has accepted, or that is invited. */
export const accountOf = ({ acceptedBy, inviteeId }: InvitationRow): string => acceptedBy ?? inviteeId;

/** The write that remembers the link which is about to be mailed. Fails when the invitation was answered or sent again. */
export const putMailedLink = ({ id, organizationId, endsAt }: InvitationRow, mailedHash: string): Write => ({
  update: sentInvitationKey(organizationOfInvitation(organizationId), id),
  change: { set: invitationKind.changes({ mailedHash }) },
  when: invitationKind.equals({ status: "pending", endsAt }),
});

/** The write that remembers when it was. */
export const noteMailed = (
  { id, organizationId }: InvitationRow,
  { mailedHash, mailedAt }: { mailedHash: string; mailedAt: number },
): Write => ({
  update: sentInvitationKey(organizationOfInvitation(organizationId), id),
  change: { set: invitationKind.changes({ mailedAt }) },
  when: invitationKind.equals({ mailedHash }),
});

/** The id of the pending invitation. */
export const inviteeKind = new RowKind("invitee", 1, { id: text() });

/** How long the status of an invitation is kept, in milliseconds. Somebody may still have its page open. */
const remembered = 90 * day;

/** When DynamoDB removes the rows of an invitation that ends at that time. */
const removedAfter = (end: number) => ({ [timeToLiveAttribute]: Math.ceil((end + remembered) / second) });

/** Fails while the invitee has another pending invitation of the organization. */
export function putInvitation(organization: OrganizationId, row: InvitationRow): Write[] {
  const { id, inviteeId, linkHash } = row;
  const once = [{ exists: false }] as const;
  const removal = removedAfter(endOf(row));
  const written = { ...invitationKind.write({ ...row, linkHash: undefined }), ...removal };
  const link = invitationKind.changes({ linkHash });
  const invitee = { ...inviteeKey(organization, inviteeId), ...inviteeKind.write({ id }), ...removal };
  return [
    { put: invitee, when: once },
    { put: { ...sentInvitationKey(organization, id), ...written, ...link }, when: once },
    { put: { ...receivedInvitationKey(inviteeId, id), ...written }, when: once },
  ];
}

const pending = invitationKind.equals({ status: "pending" });

/** Gives a pending invitation a new end, and who answers for it from now on. Fails when it is not pending. */
export function extend(
  { id, organizationId, inviteeId }: InvitationRow,
  { endsAt, inviterId, linkHash }: { endsAt: number; inviterId: string; linkHash: string | undefined },
): Write[] {
  const organization = organizationOfInvitation(organizationId);
  const set = { ...invitationKind.changes({ endsAt, inviterId }), ...removedAfter(endsAt) };
  const links = invitationKind.changes({ linkHash });
  const { mailedHash, mailedAt } = invitationKind.attribute;
  return [
    {
      update: sentInvitationKey(organization, id),
      change: { set: { ...set, ...links }, remove: [mailedHash, mailedAt] },
      when: pending,
    },
    { update: receivedInvitationKey(inviteeId, id), change: { set }, when: pending },
    {
      update: inviteeKey(organization, inviteeId),
      change: { set: removedAfter(endsAt) },
      when: inviteeKind.equals({ id }),
    },
  ];
}

/**
 * Ends the pending state. Fails when it has ended already, and with `joinedHash` also when the links have changed. With
 * `movingFrom`, the row stays in the index of unfinished acceptances until `endMoves`.
 */
export function resolve(
  { id, organizationId, inviteeId, linkHash, mailedHash }: InvitationRow,
  status: Exclude<InvitationRow["status"], "pending">,
  now: number,
  { acceptedBy, joinedHash, ...leave }: Leave & Pick<InvitationRow, "acceptedBy" | "joinedHash"> = {},
): Write[] {
  const organization = organizationOfInvitation(organizationId);
  const set = { ...invitationKind.changes({ status, acceptedBy }), ...removedAfter(now) };
  const unfinished = leave.movingFrom !== undefined && { gsi1pk: unfinishedAcceptances, gsi1sk: id };
  return [
    {
      update: sentInvitationKey(organization, id),
      change: { set: { ...set, ...invitationKind.changes({ joinedHash }) } },
      when: [
        ...pending,
        ...(joinedHash === undefined ? [] : invitationKind.equals({ linkHash, mailedHash })),
      ],
    },
    {
      update: receivedInvitationKey(inviteeId, id),
      change: { set: { ...set, ...invitationKind.changes(leave), ...unfinished } },
      when: pending,
    },
    { delete: inviteeKey(organization, inviteeId) },
  ];
}

/** The change that stores that nothing is left to move, together with the final moves. */
export const endMoves = (moves: string | undefined) => ({
  set: invitationKind.changes({ moves }),
  remove: [invitationKind.attribute.movingFrom, invitationKind.attribute.sourcesStay, "gsi1pk", "gsi1sk"],
});

/** Removes both rows of a pending invitation, because one side is deleted. Fails when it is not pending. */
export function withdraw({ id, organizationId, inviteeId }: InvitationRow): Write[] {
  const organization = organizationOfInvitation(organizationId);
  return [
    { delete: sentInvitationKey(organization, id), when: pending },
    { delete: receivedInvitationKey(inviteeId, id), when: pending },
    { delete: inviteeKey(organization, inviteeId) },
  ];
}
