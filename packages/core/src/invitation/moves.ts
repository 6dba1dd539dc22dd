import { audit } from "../access/audit.ts";
import type { MemberContext } from "../access/context.ts";
import { organizationOfInvitation } from "../access/scope.trusted.ts";
import type { OrganizationId } from "../access/scope.ts";
import { byId, organizationOf } from "../account/account.ts";
import type { Invitation } from "../contract/people/invitation.ts";
import { movable, type Moves } from "../contract/people/moves.ts";
import { may } from "../contract/people/roles.ts";
import type { Notice } from "../notification/notify.ts";
import { addressedTo, assertPending, notFound } from "./received.ts";
import { type Plan, planOf } from "./plan.ts";

/** An entry for every kind. */
export const nothingMoving = Object.fromEntries(
  movable.options.map((kind) => [kind, { count: 0, first: [] }]),
) as unknown as Moves["moving"];

/** For somebody who belongs to no organization, or to the one that invites already. */
const nothing: Moves = { from: null, moving: nothingMoving, staying: [] };

/** A stored plan. One of a former release has no entry for a kind that came later. */
export function readMoves(stored: string): Moves {
  const moves = JSON.parse(stored) as Moves;
  return { ...moves, moving: { ...nothingMoving, ...moves.moving } };
}

/**
 * What accepting an invitation would move and leave behind, and why. For an accepted invitation, what it did
 * move. Throws notFound, and conflict for one that was declined or withdrawn.
 */
export async function movesOf(ctx: MemberContext, id: string): Promise<Moves> {
  const invitation = await addressedTo(ctx, id);
  const { status, moves, invitedBy } = invitation;
  // Nothing is stored for an invitee who left no organization.
  if (status === "accepted") return { ...(moves === undefined ? nothing : readMoves(moves)), invitedBy };
  assertPending(invitation, ctx.clock.now());
  const account = await byId(ctx, ctx.actor.accountId);
  if (!account) throw notFound();
  const [from, to] = [organizationOf(account), organizationOfInvitation(invitation.organizationId)];
  if (!from || from === to) return nothing;
  return (
    await planOf(ctx, {
      accountId: account.id,
      managesSources: may(account.roles, "manageSources"),
      from,
      to,
    })
  ).moves;
}

const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;

/** The notice to the members who stay. Undefined when no member stays or nothing moves. */
export function movedNotice(
  { id, invitee }: { id: string; invitee: Invitation["invitee"] },
  { moves: { moving }, alone, active }: Plan,
  at: number,
): Notice | undefined {
  const { keys, deployments, ...rest } = moving;
  const integrations = Object.values(rest).reduce((sum, { count }) => sum + count, 0);
  const parts = [
    [keys.count, "agent key"],
    [integrations, "integration"],
    [deployments.count, "deployment"],
  ] as const;
  const taken = parts.filter(([count]) => count > 0).map(([count, one]) => counted(count, one));
  if (alone || !active || taken.length === 0) return undefined;
  const name = `${invitee.firstName} ${invitee.lastName}`.trim() || invitee.email;
  return {
    event: `invitation ${id} accepted`,
    at,
    type: "DEPLOYMENTS_MOVED",
    title: "A member left, and what they created moved with them",
    message: `${name} left the organization. ${taken.join(", ")} moved with them.`,
    reasonMessage: "They accepted an invitation to another organization.",
    names: [name],
  };
}

/** How many deployments of a source the audit names. */
const mostAudited = 50;

/** One line for each source that moves. */
export function auditMoves(
  ctx: MemberContext,
  { sources }: Plan,
  { from, to, id }: { from: OrganizationId; to: OrganizationId; id: string },
): void {
  for (const { what, id: sourceId, because, along } of sources)
    if (because === undefined)
      audit(ctx, "source.moved", {
        sourceId,
        kind: what,
        invitationId: id,
        before: { organizationId: from },
        after: { organizationId: to },
        deployments: along.length,
        first: along.slice(0, mostAudited),
      });
}

/** The planned moves, corrected when more stays than was planned. */
export function corrected(planned: Moves, staying: Moves["staying"]): Moves {
  const countIn = (groups: Moves["staying"], what: string) =>
    groups.filter((group) => group.what === what).reduce((sum, { count }) => sum + count, 0);
  const namesIn = (what: string) =>
    new Set(staying.filter((group) => group.what === what).flatMap(({ first }) => first));
  const moving = Object.entries(planned.moving).map(([what, { count, first }]) => {
    const more = Math.max(0, countIn(staying, what) - countIn(planned.staying, what));
    const left = more > 0 ? first.filter((name) => !namesIn(what).has(name)) : first;
    return [what, { count: Math.max(0, count - more), first: left }];
  });
  return { ...planned, moving: Object.fromEntries(moving) as Moves["moving"], staying };
}
