import { audit } from "../access/audit.ts";
import type { Services, MemberContext } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import { type Account, byId, requireMember, byEmail, ownerIn } from "../account/account.ts";
import { noOrganization } from "../account/source-rights.ts";
import { requireUnchanged } from "../account/transfer.ts";
import { auditRow } from "../audit/audit.ts";
import { type FailureLimit, limitFailures } from "../attempts/failures.ts";
import type { InvitationInput, SentInvitation } from "../contract/people/invitation.ts";
import type { MadeLink } from "../contract/people/sign-in-link.ts";
import { plainEmail } from "../kit/email.ts";
import { newId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { notify } from "../notification/notify.ts";
import { nameOf, requireActive } from "../organization/organization.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { inviteeIdOfEmail } from "./addressees.ts";
import { inviteeKey, sentInvitationKey } from "./invitation.keys.ts";
import {
  invitationKind,
  inviteeKind,
  type InvitationRow,
  openFor,
  putInvitation,
  statusOf,
} from "./invitation.table.ts";
import { toSent } from "./invitations.ts";
import { countInvitation, refuseTooMany } from "./limits.ts";
import { linkOfInvitation } from "./link-of-invitation.ts";
import { queueMail } from "./queue-mail.ts";
import { newsOf } from "./news.ts";

const noAccount = "NO_ACCOUNT";

/** Limits emails without an account, so that nobody can find out who has an account by asking for many. */
export const unknownInvitees: FailureLimit = {
  what: "unknown invitees",
  perAccount: 50,
  perOrganization: 100,
  code: "TOO_MANY_UNKNOWN_INVITEES",
  sentence: "Too many invitations to people without an account.",
  counts: ({ code }) => code === noAccount,
};

/**
 * Invites a person who has an account into the caller's organization, and notifies them. Throws notFound for
 * an email without an account. Throws conflict for the caller's own email, for a member, and for a person
 * with a pending invitation. Throws tooMany above the limits, also after too many emails without an account.
 */
export async function invite(ctx: MemberContext, input: InvitationInput): Promise<SentInvitation> {
  const organization = ownOrganization(ctx.actor);
  if (!organization) throw noOrganization();
  const { row, link } = await limitFailures(ctx, unknownInvitees, () => send(ctx, organization, input));
  audit(ctx, "invitation.created", {
    invitationId: row.id,
    organizationId: organization,
    inviteeId: row.inviteeId,
  });
  await queueMail(ctx, row);
  return { ...toSent(row, row.createdAt), ...(link && { link }) };
}

async function send(
  ctx: MemberContext,
  organization: OrganizationId,
  { inviteeEmail, role }: InvitationInput,
): Promise<{ row: InvitationRow; link: MadeLink | undefined }> {
  return await retryOnConflict(async () => {
    const { inviter, organizationName } = await host(ctx, organization);
    if (plainEmail(inviter.email) === plainEmail(inviteeEmail))
      throw conflict("OWN_EMAIL", "You can't invite yourself.");
    const find = ctx.settings.inviteAnyone ? addressedByEmail : findInvitee;
    const invitee = await find(ctx, organization, inviteeEmail);
    const createdAt = ctx.clock.now();
    const unlinked: InvitationRow = {
      id: newId("invitation", createdAt, ctx.random.bytes(16)),
      status: "pending",
      createdAt,
      endsAt: createdAt + openFor,
      role,
      organizationId: organization,
      organizationName,
      inviteeId: invitee.id,
      inviterId: inviter.id,
      invitedBy: personOf(inviter),
      ...(inviter.unverified && { inviterUnverified: true }),
      invitee: invitee.person,
    };
    const link = linkOfInvitation(ctx, unlinked);
    const invitation = { ...unlinked, ...(link && { linkHash: link.hash }) };
    await ctx.table.transact([
      ...putInvitation(organization, invitation),
      ...(link ? [link.write] : []),
      ...(invitee.account
        ? [notify(invitee.account.id, newsOf(invitation)), requireUnchanged(invitee.account)]
        : []),
      requireActive(organization),
      requireMember(inviter.id, organization, ctx.actor.roles),
      ...countInvitation(ctx, organization, invitee.id),
      auditRow(ctx, organization, {
        action: "invitation.created",
        id: invitation.id,
        ...(ctx.settings.inviteAnyone ? { name: invitee.person.email } : { personId: invitee.id }),
        fields: { role: [null, role] },
      }),
    ]);
    return { row: invitation, link: link?.made };
  });
}

/** The inviter and the organization that they invite into. */
async function host(ctx: MemberContext, organization: OrganizationId) {
  const [inviter, organizationName] = await Promise.all([
    byId(ctx, ctx.actor.accountId),
    nameOf(ctx, organization),
  ]);
  if (inviter?.organizationId !== organization || organizationName === undefined) throw noOrganization();
  return { inviter, organizationName };
}

/** Whom an invitation is for. */
interface Invitee {
  /** That of the account, or `inviteeIdOfEmail`. */
  id: string;
  person: InvitationRow["invitee"];
  /** Who is notified. */
  account: Account | undefined;
}

/**
 * Somebody who is known by the email alone. Whether they have an account shows nowhere before they accept, but in their
 * own notifications.
 */
async function addressedByEmail(
  services: Services,
  organization: OrganizationId,
  typed: string,
): Promise<Invitee> {
  const email = typed.trim();
  const id = inviteeIdOfEmail(email);
  // Side by side: accounts are read only where there are some, and the answer must not come later for that.
  const [accounts] = await Promise.all([byEmail(services, email), refuseOneMore(services, organization, id)]);
  if (accounts.some((one) => one.organizationId === organization)) throw alreadyMember();
  const account = ownerIn(accounts);
  return { id, person: { firstName: "", lastName: "", email }, account };
}

async function findInvitee(
  services: Services,
  organization: OrganizationId,
  email: string,
): Promise<Invitee> {
  const accounts = await byEmail(services, email);
  const invitee = ownerIn(accounts);
  if (!invitee)
    throw new Problem(
      "notFound",
      "No one with this email has signed in yet. Ask them to sign in once, then invite again.",
      {
        code: noAccount,
        details: ["inviteeEmail: must be the email of someone who has signed in before"],
      },
    );
  if (accounts.some((one) => one.organizationId === organization)) throw alreadyMember();
  await refuseOneMore(services, organization, invitee.id);
  return { id: invitee.id, person: personOf(invitee), account: invitee };
}

const alreadyMember = () =>
  conflict("ALREADY_MEMBER", "This person is already a member of your organization.");

/** Throws conflict for a person with an unanswered invitation of the organization, and the errors of `refuseTooMany`. */
async function refuseOneMore(
  services: Services,
  organization: OrganizationId,
  inviteeId: string,
): Promise<void> {
  const found = await services.table.get(inviteeKey(organization, inviteeId));
  if (!found) return await refuseTooMany(services, organization, inviteeId);
  const row = await services.table.get(sentInvitationKey(organization, inviteeKind.read(found).id));
  const expired = row && statusOf(invitationKind.read(row), services.clock.now()) === "expired";
  throw conflict(
    "ALREADY_INVITED",
    expired
      ? "An invitation to this person has expired. Send it again from the list."
      : "An invitation to this person is already pending.",
  );
}

const personOf = ({ firstName, lastName, email }: Account) => ({ firstName, lastName, email });

const conflict = (code: string, message: string) => new Problem("conflict", message, { code });
