import type { Services } from "../access/context.ts";
import { organizationOfInvitation } from "../access/scope.trusted.ts";
import { invitationLinkDays, type OpenedInvitation } from "../contract/people/invitation.ts";
import type { MadeLink } from "../contract/people/sign-in-link.ts";
import { cleanText } from "../kit/foreign-text.ts";
import { sameDigest } from "../kit/hash.ts";
import type { Secret } from "../kit/secret.ts";
import { day } from "../kit/time.ts";
import { newLink } from "../link/new-link.ts";
import { type Link, openLink, refusals } from "../link/open-link.ts";
import type { Write } from "../table/table.ts";
import { sentInvitationKey } from "./invitation.keys.ts";
import { invitationKind, type InvitationRow, isOfEmail, statusOf } from "./invitation.table.ts";
import { shownInviter } from "./invitations.ts";

/** An invitation, as a link leads to it. */
export type LinkedInvitation = InvitationRow;

/** Whether this link was mailed to the invitee alone. */
export const isMailedLink = ({ mailedHash }: LinkedInvitation, hash: string): boolean =>
  mailedHash !== undefined && sameDigest(mailedHash, hash);

/** How long the link of an invitation can be used, in milliseconds. */
export const invitationLinkLifetime = invitationLinkDays * day;

interface LinkOfInvitation {
  made: MadeLink;
  /** What the invitation keeps of it. A former link counts no more, because its hash is not there. */
  hash: string;
  write: Write;
}

/** A new link to an invitation. Undefined for an invitation to an account, which has none. */
export function linkOfInvitation(services: Services, row: InvitationRow): LinkOfInvitation | undefined {
  if (!isOfEmail(row)) return undefined;
  const { id: invitationId, organizationId, invitee } = row;
  return newLink(services, invitationLinkLifetime, { email: invitee.email, invitationId, organizationId });
}

/**
 * The invitation that a link leads to. Undefined once it was answered, cancelled, sent again, or has expired. Who has
 * joined by this link may repeat it, in case the storage failed before they were signed in.
 */
export async function invitationOfLink(
  services: Services,
  hash: string,
  { organizationId = "", invitationId = "" }: Link,
): Promise<InvitationRow | undefined> {
  const organization = organizationOfInvitation(organizationId);
  const found = await services.table.get(sentInvitationKey(organization, invitationId));
  const row = found && invitationKind.read(found);
  const isOf = (kept: string | undefined) => kept !== undefined && sameDigest(kept, hash);
  if (row?.status === "accepted") return isOf(row.joinedHash) ? row : undefined;
  if (!row || statusOf(row, services.clock.now()) !== "pending") return undefined;
  return isOf(row.linkHash) || isOf(row.mailedHash) ? row : undefined;
}

/** What the link of an invitation leads to. It uses nothing up. Throws conflict when it does not count any more. */
export async function lookAtInvitation(services: Services, token: Secret): Promise<OpenedInvitation> {
  const { hash, row: link } = await openLink(services, token);
  if (link.invitationId === undefined) throw refusals.expired();
  const row = await invitationOfLink(services, hash, link);
  if (!row) throw refusals.ended();
  return {
    id: row.id,
    role: row.role,
    organization: { name: cleanText(row.organizationName) },
    invitedBy: shownInviter(row),
    email: row.invitee.email,
    expiresAt: new Date(link.expiresAt).toISOString(),
  };
}
