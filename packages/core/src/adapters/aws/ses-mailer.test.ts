import { freePort } from "@shardwatch/server/machine/ports";
import { startServer } from "@shardwatch/local/server";
import { createSesSimulator, type SesFault } from "@shardwatch/local/simulators/aws/ses";
import { ourCredentials } from "@shardwatch/local/simulators/aws/state";
import { createMailbox } from "@shardwatch/local/simulators/mailbox";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createSesMailer } from "./ses-mailer.ts";

const mailbox = createMailbox(() => Date.parse("2026-03-01T12:00:00.000Z"));
const { app, state } = createSesSimulator(mailbox);
let server: Awaited<ReturnType<typeof startServer>>;
let endpoint: string;

beforeAll(async () => {
  const port = await freePort();
  server = await startServer({ name: "SES", port, variable: "PORT", fetch: app.fetch });
  endpoint = `http://127.0.0.1:${port}`;
});
afterAll(() => server.stop());
beforeEach(() => {
  state.fault = "works";
});

const from = "Shardwatch <alerts@shardwatch.example>";
const mailer = (more: object = {}) =>
  createSesMailer({ from, region: "eu-central-1", endpoint, credentials: ourCredentials, ...more });

const mail = {
  to: "pat@example.com",
  subject: "Critical: “Kasse” ist voll",
  text: "Since 12:00\n",
  html: "<p>Since 12:00</p>",
  headers: {
    "Auto-Submitted": "auto-generated",
    References: "<inc_1@shardwatch.example>",
    "Message-ID": "<dlv_1@shardwatch.example>",
  },
};

test("CHN01 a mail is one signed call that SES takes, with every header but the one that SES sets", async () => {
  expect(await mailer().send(mail)).toMatchObject({ outcome: "sent" });
  const { "Message-ID": _, ...headers } = mail.headers;
  expect(mailbox.all()[0]).toMatchObject({ ...mail, from, headers });
});

test.each<[SesFault, string, string]>([
  ["rejected", "refused", "SES refuses the mail; in its sandbox it sends to verified addresses only"],
  ["paused", "failed", "sending is paused at SES"],
  ["suspended", "failed", "SES has suspended our account"],
  ["unverified", "failed", "our sender's domain is not verified at SES"],
  ["throttled", "failed", "SES is busy"],
  ["quota", "failed", "our quota at SES is used up"],
  ["error", "failed", "SES answered 500"],
  ["redirects", "failed", "SES gave no answer"],
])("CHN01 SES that is %s gives %s in our own words", async (fault, outcome, reason) => {
  state.fault = fault;
  const before = mailbox.all().length;
  expect(await mailer().send(mail)).toMatchObject({ outcome, reason });
  expect(mailbox.all()).toHaveLength(before);
});

test("CHN05 SES that hangs is waited for a bounded time", async () => {
  state.fault = "hanging";
  expect(await mailer({ deadline: 100 }).send(mail)).toMatchObject({
    outcome: "failed",
    reason: expect.stringMatching(/did not answer in time$/) as string,
  });
});

test.each([
  [{ subject: "Critical: x\r\nBcc: everybody@example.com" }, "the subject has a line break"],
  [{ subject: "Critical\u0000" }, "the subject has a line break"],
  [{ to: "pat@example.com\r\nBcc: other@example.com" }, "the recipient is not an address"],
  [{ to: "pat@example.com, other@example.com" }, "the recipient is not an address"],
  [{ to: "Pat <pat@example.com>" }, "the recipient is not an address"],
  [{ headers: { References: "<a>\r\nBcc: other@example.com" } }, "the header References"],
  [{ headers: { References: "<ä>" } }, "the header References"],
  [{ headers: { "X-A\r\nBcc": "other@example.com" } }, "a name that is not allowed"],
  [{ headers: { bcc: "other@example.com" } }, "a name that is not allowed"],
  [{ headers: { "Content-Type": "text/html" } }, "a name that is not allowed"],
])("CHN07 %j is refused, and nothing is sent", async (change, reason) => {
  const before = mailbox.all().length;
  const answer = await mailer().send({ ...mail, ...change });
  expect(answer.outcome).toBe("refused");
  expect((answer as { reason: string }).reason).toContain(reason);
  expect(mailbox.all()).toHaveLength(before);
});
