import type { Mailer, OutgoingMail } from "../ports/mailer.ts";
import { failed, PostFailure } from "./http/post-failure.ts";

/** Hands a mail to a server. Throws PostFailure, or anything else for a failure without a reason. */
export type Transmit = (mail: OutgoingMail) => Promise<void>;

/** For one mail, in milliseconds. */
export const mailDeadline = 15_000;

/** One address without a display name. Quoted ones are legal, and nobody has one. */
const address = /^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]{1,253}$/;
const headerName = /^[A-Za-z0-9-]{1,126}$/;
/** The longest that SES takes: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageHeader.html */
const headerValue = /^[ -~]{0,870}$/;
const control = /\p{Cc}/u;
/** Headers that the adapters set themselves. */
const own = /^(?:from|to|cc|bcc|sender|reply-to|return-path|subject|date|mime-version|content-.*)$/i;

/**
 * A mailer from what one kind of server needs. It refuses a line break in a header, which would begin a header of
 * somebody else's choice.
 */
export const createCheckedMailer = (transmit: Transmit, deadline = mailDeadline): Mailer => ({
  async send(mail) {
    const begun = performance.now();
    const milliseconds = () => Math.round(performance.now() - begun);
    const reason = faultOf(mail);
    if (reason !== undefined) return { outcome: "refused", reason, milliseconds: 0 };
    try {
      await withinTime(transmit(mail), deadline);
      return { outcome: "sent", milliseconds: milliseconds() };
    } catch (error) {
      const failure = error instanceof PostFailure ? error : failed("the mail server gave no clear answer");
      return { outcome: failure.outcome, reason: failure.message, milliseconds: milliseconds() };
    }
  },
});

function faultOf({ to, subject, headers }: OutgoingMail): string | undefined {
  if (!address.test(to) || control.test(to)) return "the recipient is not an address";
  if (control.test(subject)) return "the subject has a line break or another control character";
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name) || own.test(name)) return "a header has a name that is not allowed";
    if (!headerValue.test(value)) return `the header ${name} has characters that are not allowed`;
  }
  return undefined;
}

async function withinTime(work: Promise<void>, deadline: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(failed("the mail server did not answer in time")), deadline);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
