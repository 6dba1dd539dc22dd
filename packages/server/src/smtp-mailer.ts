import { createCheckedMailer, mailDeadline } from "@shardwatch/core/adapters/checked-mailer";
import { failed, PostFailure } from "@shardwatch/core/adapters/http/post-failure";
import type { Secret } from "@shardwatch/core/kit/secret";
import type { Mailer } from "@shardwatch/core/ports/mailer";
import type { Transporter } from "nodemailer";

interface SmtpOptions {
  /** smtp://user:password@host:587, or smtps:// for TLS from the start. */
  url: Secret;
  /** Who sends, with or without a name. */
  from: string;
  /** Authorities to trust in PEM; those of Node when absent. */
  ca?: string | Buffer;
  /** For one mail, in milliseconds. */
  deadline?: number;
}

/** Nodemailer's codes: https://nodemailer.com/errors. Its messages can hold what the server answered, so they are not shown. */
const reasons: Readonly<Record<string, string>> = {
  EAUTH: "the mail server refuses our sign-in",
  ECONNECTION: "the mail server cannot be reached",
  EDNS: "the mail server's name could not be resolved",
  ESOCKET: "the connection to the mail server failed",
  ETIMEDOUT: "the mail server did not answer in time",
  ETLS: "the mail server offers no TLS that we can trust",
};

interface SmtpError {
  code?: string;
  responseCode?: number;
}

/** Sends mails by a person's own mail server. The library is loaded at the first mail. */
export function createSmtpMailer({ url, from, ca, deadline = mailDeadline }: SmtpOptions): Mailer {
  let loaded: Promise<Transporter> | undefined;

  async function load(): Promise<Transporter> {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      url: url.reveal(),
      // A password must not travel in the clear.
      requireTLS: new URL(url.reveal()).password !== "",
      connectionTimeout: deadline,
      greetingTimeout: deadline,
      socketTimeout: deadline,
      // A mail is made of our texts only.
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(ca !== undefined && { tls: { ca } }),
    });
  }

  return createCheckedMailer(async ({ to, subject, text, html, headers }) => {
    const transport = await (loaded ??= load());
    await transport.sendMail({ from, to, subject, text, html, headers }).catch((error: unknown) => {
      throw failureOf(error as SmtpError);
    });
  }, deadline);
}

function failureOf({ code = "", responseCode }: SmtpError): PostFailure {
  const isAboutThisMail = code === "EENVELOPE" || code === "EMESSAGE";
  if (isAboutThisMail && responseCode !== undefined && responseCode >= 500)
    return new PostFailure("refused", `the mail server refuses the mail (${responseCode})`);
  return failed(reasons[code] ?? `the mail server answered ${responseCode ?? "with an error"}`);
}
