import type { OrganizationId } from "../access/scope.ts";
import { organizationOfInvitation } from "../access/scope.ts";
import type { Invitation } from "../contract/invitation.ts";
import { day, second } from "../kit/time.ts";
import {
  inviteeKey,
  receivedInvitationKey,
  sentInvitationKey,
  unfinishedAcceptances,
} from "../table/keys.ts";
import { timeToLiveAttribute } from "../table/schema.ts";
import type { Row, Write } from "../table/table.ts";

/** An invitation lies twice, where it was sent and where it was received; both always say the same. */
export interface InvitationRow {
  id: string;
  status: Invitation["status"];
  /** Unix epoch in milliseconds. */
  createdAt: number;
  organizationId: string;
  organizationName: string;
  inviteeId: string;
  invitedBy: Invitation["invitedBy"];
  invitee: Invitation["invitee"];
  /** Where it was received, while something is left to move: the organization from which it moves. */
  movingFrom?: string;
  /** Set when keys and integrations do not move, because that organization leaves them to its admins. */
  sourcesStay?: true;
  /** Where it was received, once it is accepted: JSON of Moves, what it takes along and leaves behind. */
  moves?: string;
}

/** What accepting an invitation sets off in the organization that is left, if there is one. */
export type Leave = Pick<InvitationRow, "movingFrom" | "sourcesStay" | "moves">;

/** While it is pending: which one it is. */
export interface InviteeRow {
  id: string;
}

export const readInvitation = (row: Row): InvitationRow => row as unknown as InvitationRow;

/** How long it is known what became of an invitation, in milliseconds. */
const remembered = 90 * day;

/** Fails while the invitee has another pending invitation of the organization. */
export function putInvitation(organization: OrganizationId, row: InvitationRow): Write[] {
  const { id, inviteeId } = row;
  const once = [{ exists: false }] as const;
  return [
    { put: { ...inviteeKey(organization, inviteeId), id }, when: once },
    { put: { ...sentInvitationKey(organization, id), ...row }, when: once },
    { put: { ...receivedInvitationKey(inviteeId, id), ...row }, when: once },
  ];
}

const pending = [{ attribute: "status", is: "=", value: "pending" }] as const;

/**
 * Ends the pending state; fails when something else has. With `movingFrom` it stays in the index of what is left to do
 * until `finishMoving`.
 */
export function resolve(
  { id, organizationId, inviteeId }: InvitationRow,
  status: Exclude<InvitationRow["status"], "pending">,
  now: number,
  leave: Leave = {},
): Write[] {
  const organization = organizationOfInvitation(organizationId);
  const set = { status, [timeToLiveAttribute]: Math.ceil((now + remembered) / second) };
  const unfinished = leave.movingFrom !== undefined && { gsi1pk: unfinishedAcceptances, gsi1sk: id };
  return [
    { update: sentInvitationKey(organization, id), change: { set }, when: pending },
    {
      update: receivedInvitationKey(inviteeId, id),
      change: { set: { ...set, ...leave, ...unfinished } },
      when: pending,
    },
    { delete: inviteeKey(organization, inviteeId) },
  ];
}

/** The change that says that nothing is left to move, and what became of it. */
export const finishMoving = (moves: string | undefined) => ({
  set: { moves },
  remove: ["movingFrom", "sourcesStay", "gsi1pk", "gsi1sk"],
});

/** Removes a pending invitation without a trace, as one of both sides goes for good; fails when it is not pending. */
export function withdraw({ id, organizationId, inviteeId }: InvitationRow): Write[] {
  const organization = organizationOfInvitation(organizationId);
  return [
    { delete: sentInvitationKey(organization, id), when: pending },
    { delete: receivedInvitationKey(inviteeId, id), when: pending },
    { delete: inviteeKey(organization, inviteeId) },
  ];
}
