import type { Services } from "../access/context.ts";
import { invitationLinkDays } from "../contract/people/invitation.ts";
import type { MadeLink } from "../contract/people/sign-in-link.ts";
import { day } from "../kit/time.ts";
import { endLink } from "../link/link.table.ts";
import { newLink } from "../link/new-link.ts";
import type { Write } from "../table/table.ts";
import { type InvitationRow, isOfEmail } from "./invitation.table.ts";

interface LinkOfInvitation {
  made: MadeLink;
  /** What the invitation keeps of it. */
  linkHash: string;
  writes: Write[];
}

/** A link that lets somebody new in, in place of a former one. Undefined where people sign in at a provider. */
export function linkOfInvitation(services: Services, row: InvitationRow): LinkOfInvitation | undefined {
  if (!services.identity.isOwn || !isOfEmail(row)) return undefined;
  const { id: invitationId, organizationId, linkHash: former, invitee } = row;
  const lifetime = invitationLinkDays * day;
  const { made, hash, write } = newLink(services, lifetime, {
    email: invitee.email,
    invitationId,
    organizationId,
  });
  return { made, linkHash: hash, writes: [write, ...(former === undefined ? [] : [endLink(former)])] };
}
