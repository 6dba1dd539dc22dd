import { type Context, Hono } from "hono";
import * as z from "zod";
import type { Mailbox } from "../mailbox.ts";

const errors = {
  rejected: [400, "MessageRejected"],
  paused: [400, "SendingPausedException"],
  suspended: [400, "AccountSuspendedException"],
  unverified: [400, "MailFromDomainNotVerifiedException"],
  throttled: [429, "TooManyRequestsException"],
  quota: [400, "LimitExceededException"],
} as const;

/** How SES behaves from now on. */
export type SesFault = "works" | keyof typeof errors | "error" | "hanging" | "redirects";

const content = z.object({ Data: z.string(), Charset: z.string().optional() });

/** The limits of https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageHeader.html */
const header = z.object({
  Name: z.string().regex(/^[!-9;-@A-~]{1,126}$/),
  Value: z.string().regex(/^[ -~]{0,870}$/),
});

/** The fields that we send of https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html */
const request = z.object({
  FromEmailAddress: z.string().min(1),
  Destination: z.object({ ToAddresses: z.array(z.string()).length(1) }),
  Content: z.object({
    Simple: z.object({
      Subject: content,
      Body: z.object({ Text: content, Html: content }),
      Headers: z.array(header).max(15).default([]),
    }),
  }),
});

/**
 * Headers that SES sets itself and refuses in a simple mail:
 * https://docs.aws.amazon.com/ses/latest/dg/header-fields.html
 */
const disallowed =
  /^(?:bcc|cc|content-disposition|content-type|date|from|message-id|mime-version|reply-to|return-path|subject|to)$/i;

/** Takes mails as SES does and puts them into the mailbox. A call's signature is read and not checked. */
export function createSesSimulator(mailbox: Mailbox) {
  const state = { fault: "works" as SesFault };
  const app = new Hono();
  app.post("/v2/email/outbound-emails", async (c) => {
    const scope = /Credential=\w+\/\d+\/[\w-]+\/ses\/aws4_request/;
    if (!scope.test(c.req.header("authorization") ?? "")) return fail(c, 403, "MissingAuthenticationToken");
    switch (state.fault) {
      case "error":
        return c.text("secret-looking detail", 500);
      case "hanging":
        return new Promise<Response>(() => undefined);
      case "redirects":
        return c.redirect("/elsewhere", 307);
      case "works":
        return take(c, mailbox);
      default: {
        const [status, type] = errors[state.fault];
        return fail(c, status, type);
      }
    }
  });
  return { app, state };
}

async function take(c: Context, mailbox: Mailbox): Promise<Response> {
  const read = request.safeParse(await c.req.json().catch(() => undefined));
  if (!read.success) return fail(c, 400, "BadRequestException");
  const { FromEmailAddress: from, Destination, Content } = read.data;
  const { Subject, Body, Headers } = Content.Simple;
  if (Headers.some(({ Name }) => disallowed.test(Name))) return fail(c, 400, "BadRequestException");
  const MessageId = mailbox.add({
    from,
    to: Destination.ToAddresses[0] ?? "",
    subject: Subject.Data,
    text: Body.Text.Data,
    html: Body.Html.Data,
    headers: Object.fromEntries(Headers.map(({ Name, Value }) => [Name, Value])),
  });
  return c.json({ MessageId });
}

const fail = (c: Context, status: 400 | 403 | 429, type: string): Response =>
  c.json({ message: "secret-looking detail" }, status, {
    "x-amzn-errortype": `${type}:http://internal.amazon.com/`,
  });
