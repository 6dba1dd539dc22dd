import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { countBelow, windowEnd } from "../../attempts/attempts.ts";
import { inBatches } from "../../kit/in-batches.ts";
import { hour } from "../../kit/time.ts";
import { fractionOf } from "../delivery/fraction.ts";
import { type AttemptResult, isMade, resultOf, type Sendable } from "../delivery/attempt.ts";
import { inOrderUntilOver } from "../delivery/action.ts";
import type { ChannelEvent } from "../messages/message.ts";
import { endAttempt, leaseTime, skipDelivery, takeDelivery } from "../rows/sending.table.ts";
import { type Recipient, recipientsOf } from "../subscription.ts";
import { failuresIn, judgeMails, type SentMail } from "./mail-outcome.ts";
import type { ChannelSender } from "./sender.ts";
import type { OutgoingMail } from "../../ports/mailer.ts";
import { digest } from "../../kit/hash.ts";
import { mailOf } from "../messages/mail.ts";

/** How many mails are handed over at a time, and in one attempt: it ends before its lease does. */
const atOnce = 5;
const mostInAttempt = 15;

/** Mail is for people. Its server is ours, so it never fails a channel. */
export const mail: ChannelSender = { actionBySiblings: inOrderUntilOver, send };

/**
 * Sends a message to everybody who gets the organization's mail. Who has it is remembered, so a repetition goes to the
 * others only.
 */
async function send(
  services: Services,
  organization: OrganizationId,
  { delivery, whole }: Sendable,
): Promise<AttemptResult> {
  const recipients = await recipientsOf(services, organization);
  const { done = [], attempts } = delivery;
  const at = services.clock.now();
  if (recipients.length === 0) {
    await isMade(services, skipDelivery(organization, delivery, "nobody", at));
    return "ended";
  }
  const lease = at + leaseTime;
  if (!(await isMade(services, takeDelivery(organization, delivery, lease, at)))) return "busy";
  const remaining = recipients.filter(({ accountId }) => !done.includes(accountId));
  const begun = performance.now();
  const sent: SentMail[] = [];
  await inBatches(remaining.slice(0, mostInAttempt), atOnce, async (recipient) => {
    const answer = await sendTo(services, organization, { delivery, whole, recipient });
    sent.push({ accountId: recipient.accountId, answer });
  });
  const { next, finished, line } = judgeMails({
    sent,
    anybodyBefore: done.length > 0,
    more: remaining.length > mostInAttempt,
    failures: failuresIn(attempts) + 1,
    hourEnds: windowEnd(services, hour),
    now: services.clock.now(),
    random: fractionOf(services.random),
  });
  const attempt = { at, milliseconds: Math.round(performance.now() - begun), ...line };
  const ended = { attempts: [...attempts, attempt], next, done: [...done, ...finished], lease };
  // A worker that took too long has lost its lease, and another one sends the rest.
  const isStored = await isMade(services, endAttempt(organization, delivery, ended));
  return isStored ? resultOf(next) : "ended";
}

interface OneMail extends Pick<Sendable, "delivery" | "whole"> {
  recipient: Recipient;
}

async function sendTo(
  services: Services,
  organization: OrganizationId,
  one: OneMail,
): Promise<SentMail["answer"]> {
  if (!(await mayMail(services, organization, isCritical(one.delivery.event)))) return "limit";
  return await services.mailer.send(mailTo(one, services.settings.webOrigin));
}

/** Whether it is about something critical, which is also the end of it. */
const isCritical = (event: ChannelEvent): boolean =>
  "incident" in event
    ? event.incident.severity === "critical"
    : "summary" in event && event.summary.first.some(({ severity }) => severity === "critical");

/** How many mails an organization sends in an hour. A mail to two people counts as two. */
export const mostMails = 100;

/** So many of them are for what is critical, so that a day of small news does not use up the mail of an outage. */
const keptForCritical = 30;

/**
 * Counts one mail. Returns false when the organization has sent enough of them in this hour.
 * @param critical whether the mail is about something critical
 */
export async function mayMail(
  services: Services,
  organization: OrganizationId,
  critical: boolean,
): Promise<boolean> {
  const counter = { what: "mails of an organization", name: organization, window: hour };
  const most = critical ? mostMails : mostMails - keptForCritical;
  return (await countBelow(services, counter, most)) !== undefined;
}

/** The mail to one person, with headers that keep the mails of one incident together. */
function mailTo({ delivery, whole, recipient }: OneMail, webOrigin: string): OutgoingMail {
  const { id, event } = delivery;
  const { accountId, email, unsubscribe } = recipient;
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
