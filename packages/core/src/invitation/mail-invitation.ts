import type { Services } from "../access/context.ts";
import { organizationOfJob } from "../access/scope.trusted.ts";
import { countBelow } from "../attempts/attempts.ts";
import type { Job } from "../contract/job.ts";
import { plainEmail } from "../kit/email.ts";
import { day } from "../kit/time.ts";
import { sendLink } from "../link/mail-link.ts";
import { tryWrite } from "../table/errors.ts";
import { inviterOf, nameOf } from "./news.ts";
import { sentInvitationKey } from "./invitation.keys.ts";
import { invitationKind, noteMailed, putMailedLink, sentAtOf } from "./invitation.table.ts";
import { linkOfInvitation } from "./link-of-invitation.ts";

/** How many invitations are mailed to one mailbox in a day, by all organizations together. */
export const mostToMailbox = 10;

/** Whose mails are counted together: what follows a plus sign reaches the same mailbox. */
const mailboxOf = (email: string): string => plainEmail(email).replace(/\+[^@]*(?=@)/, "");

type MailInvitation = Extract<Job, { kind: "mailInvitation" }>;

/**
 * Mails a link to an invitation that is still open. Its secret is made here and sent to the invitee alone, so it proves
 * that the email is theirs. Safe to repeat: a repetition may mail another link, and the newest one counts.
 */
export async function mailInvitation(services: Services, job: MailInvitation): Promise<void> {
  const organization = organizationOfJob(job.organizationId);
  const found = await services.table.get(sentInvitationKey(organization, job.invitationId));
  const row = found && invitationKind.read(found);
  if (row?.status !== "pending" || sentAtOf(row) !== job.sentAt || row.mailedAt !== undefined) return;
  const link = linkOfInvitation(services, row);
  if (!link) return;
  const mailbox = { what: "invitations to a mailbox", name: mailboxOf(row.invitee.email), window: day };
  if (!(await countBelow(services, mailbox, mostToMailbox))) {
    services.log.warn("an invitation is not mailed: its mailbox got enough today", { invitationId: row.id });
    return;
  }
  const { hash: mailedHash, made, write } = link;
  // Answered or sent again in between: there is nothing to mail any more.
  if (!(await tryWrite(services.table.transact([write, putMailedLink(row, mailedHash)])))) return;
  const inviter = inviterOf(row);
  const { organizationName, invitedBy } = row;
  const isSent = await sendLink(services, {
    organization,
    to: row.invitee.email,
    id: `${row.id}.${job.sentAt}`,
    title: `${inviter} invites you to ${organizationName} on Shardwatch`,
    facts: [
      ["Organization", organizationName],
      ["Invited by", nameOf(invitedBy) === invitedBy.email ? inviter : `${inviter}, ${invitedBy.email}`],
    ],
    advice:
      "If you don't know them, do nothing. Don't pass it on: by it, others would be taken for the owner of this address.",
    linkText: "Open the invitation",
    made,
  });
  if (!isSent) return;
  const mailedAt = services.clock.now();
  await tryWrite(services.table.transact([noteMailed(row, { mailedHash, mailedAt })]));
}
