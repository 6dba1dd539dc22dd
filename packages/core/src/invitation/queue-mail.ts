import type { Services } from "../access/context.ts";
import { type InvitationRow, isOfEmail, sentAtOf } from "./invitation.table.ts";

/** Queues the mail of an invitation to an email, where there is a mail server. It may get lost: the link is shown, too. */
export async function queueMail(services: Services, row: InvitationRow): Promise<void> {
  if (!services.settings.mailsLinks || !isOfEmail(row)) return;
  const { organizationId, id: invitationId } = row;
  const job = { kind: "mailInvitation", organizationId, invitationId, sentAt: sentAtOf(row) } as const;
  await services.queue.send([job]).catch((error: unknown) => {
    services.log.warn("an invitation is not mailed", { invitationId, error });
  });
}
