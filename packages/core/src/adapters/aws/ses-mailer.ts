import type { Mailer, OutgoingMail } from "../../ports/mailer.ts";
import { type AwsCredentials, credentialsOf } from "./credentials.ts";
import { createCheckedMailer, mailDeadline } from "../checked-mailer.ts";
import { failed, PostFailure } from "../http/post-failure.ts";
import { signedPost } from "./signed-post.ts";

interface SesOptions {
  /** Who sends: an address of a verified identity, with or without a name. */
  from: string;
  region: string;
  /** The address of SES, for a simulator. A path in it stays. */
  endpoint?: string | undefined;
  /** By default those of the process, as Lambda provides them. */
  credentials?: AwsCredentials;
  /** For one mail, in milliseconds. */
  deadline?: number;
}

/** An answer is one id. */
const byteLimit = 10_000;

/** Errors that are about this one mail. All others may pass. */
const refusals: Readonly<Record<string, string>> = {
  MessageRejected: "SES refuses the mail; in its sandbox it sends to verified addresses only",
  BadRequestException: "SES refuses the mail as it is",
};
const failures: Readonly<Record<string, string>> = {
  AccountSuspendedException: "SES has suspended our account",
  SendingPausedException: "sending is paused at SES",
  MailFromDomainNotVerifiedException: "our sender's domain is not verified at SES",
  NotFoundException: "our sender is not set up at SES",
  LimitExceededException: "our quota at SES is used up",
  TooManyRequestsException: "SES is busy",
};

/**
 * Sends mails by Amazon SES, without its client, which would be most of a bundle. SES sets Message-ID itself and
 * refuses ours. One machine uses it too, with a simulator of SES in front of the inbox.
 * https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html
 */
export function createSesMailer(options: SesOptions): Mailer {
  const { from, region, credentials, deadline = mailDeadline } = options;
  const { endpoint = `https://email.${region}.amazonaws.com` } = options;
  const url = new URL(`${endpoint.replace(/\/$/, "")}/v2/email/outbound-emails`);

  return createCheckedMailer(async (mail) => {
    const { ok, status, headers } = await signedPost(url, {
      service: "ses",
      region,
      credentials: credentials ?? credentialsOf(process.env),
      contentType: "application/json",
      body: JSON.stringify(requestOf(from, mail)),
      deadline,
      byteLimit,
    }).catch((error: unknown) => {
      throw failed(
        (error as Error).name === "TimeoutError" ? "SES did not answer in time" : "SES gave no answer",
      );
    });
    if (!ok) throw failureOf(/^\w+/.exec(headers.get("x-amzn-errortype") ?? "")?.[0], status);
  }, deadline);
}

function failureOf(name: string | undefined, status: number): PostFailure {
  const refusal = refusals[name ?? ""];
  if (refusal !== undefined) return new PostFailure("refused", refusal);
  return failed(failures[name ?? ""] ?? `SES answered ${name ?? status}`);
}

const utf8 = (text: string) => ({ Data: text, Charset: "UTF-8" });

const requestOf = (from: string, { to, subject, text, html, headers }: OutgoingMail) => ({
  FromEmailAddress: from,
  Destination: { ToAddresses: [to] },
  Content: {
    Simple: {
      Subject: utf8(subject),
      Body: { Text: utf8(text), Html: utf8(html) },
      Headers: Object.entries(headers)
        .filter(([name]) => name.toLowerCase() !== "message-id")
        .map(([Name, Value]) => ({ Name, Value })),
    },
  },
});
