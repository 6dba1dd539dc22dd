import type { OutgoingMail } from "../../ports/mailer.ts";
import { digest } from "../../kit/hash.ts";
import type { Delivery } from "../rows/delivery.table.ts";
import { mailOf } from "../messages/mail.ts";
import type { ChannelEvent } from "../messages/message.ts";
import type { Recipient } from "../subscription.ts";

interface Form {
  /** Whether the mail says when it began and when it ended. */
  whole: boolean;
  webOrigin: string;
}

/** The mail of a delivery to one person, with headers that keep the mails of one incident together. */
export function mailTo(
  { accountId, email, unsubscribe }: Recipient,
  { id, event }: Pick<Delivery<ChannelEvent>, "id" | "event">,
  { whole, webOrigin }: Form,
): OutgoingMail {
  const { hostname } = new URL(webOrigin);
  const { subject, text, html } = mailOf(event, whole);
  const thread = "incident" in event ? `<${event.incident.id}@${hostname}>` : undefined;
  const end = "Stop these mails for you: ";
  return {
    to: email,
    subject,
    text: `${text}\n-- \n${end}${unsubscribe}\n`,
    html: html.replace(
      "</body>",
      `<p style="font-size:13px">${end}<a href="${unsubscribe}">${unsubscribe}</a></p></body>`,
    ),
    headers: {
      // Says to other programs that they should not answer (RFC 3834).
      "Auto-Submitted": "auto-generated",
      // The same for every attempt, so that a mailbox can drop a repetition.
      "Message-ID": `<${id}.${digest(accountId).slice(0, 16)}@${hostname}>`,
      ...(thread !== undefined && { References: thread, "In-Reply-To": thread }),
      "List-Unsubscribe": `<${unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}
