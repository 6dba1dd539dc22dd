import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { Secret } from "@shardwatch/core/kit/secret";
import { createSmtpMailer } from "@shardwatch/server/smtp-mailer";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeIdentity } from "../support/receivers.ts";

interface Arrived {
  from: string;
  to: string[];
  raw: string;
}

const identity = await makeIdentity("DNS:localhost");
let arrived: Arrived[] = [];
let hangs = false;

/** The recipients that the server refuses, with its answers. */
const codes: Record<string, number> = { "refused@example.com": 550, "busy@example.com": 451 };

/** A mail server with TLS and one user. */
const server = new SMTPServer({
  key: identity.key,
  cert: identity.cert,
  authMethods: ["PLAIN", "LOGIN"],
  onAuth: ({ username, password }, _, done) =>
    username === "user" && password === "pass word" ? done(null, { user }) : done(new Error("wrong")),
  onRcptTo: ({ address }, _, done) => {
    const responseCode = codes[address];
    done(responseCode ? Object.assign(new Error("secret-looking"), { responseCode }) : null);
  },
  onData: (stream, { envelope }, done) => {
    let raw = "";
    stream.on("data", (chunk: Buffer) => (raw += chunk.toString()));
    stream.on("end", () => {
      const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
      arrived.push({ from, to: envelope.rcptTo.map(({ address }) => address), raw });
      if (!hangs) done();
    });
  },
});
const user = "user";
server.on("error", () => undefined);
let port: number;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  port = (server.server.address() as AddressInfo).port;
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));
beforeEach(() => {
  arrived = [];
  hangs = false;
});

const mailer = (password = "pass%20word", more: object = {}) =>
  createSmtpMailer({
    url: new Secret(`smtp://user:${password}@localhost:${port}`),
    from: "Shardwatch <alerts@example.com>",
    ca: identity.ca,
    ...more,
  });

const mail = {
  to: "pat@example.com",
  subject: "Critical: „Kasse“ is full",
  text: "Since 12:00\n.\nend\n",
  html: "<p>Since 12:00</p>",
  headers: {
    "Auto-Submitted": "auto-generated",
    "Message-ID": "<dlv_1.x@example.com>",
    References: "<inc_1@example.com>",
  },
};

/** The headers of a message by name, unfolded. */
const headersOf = (raw: string) =>
  Object.fromEntries(
    (raw.split("\r\n\r\n")[0] ?? "")
      .replaceAll(/\r\n[ \t]+/g, " ")
      .split("\r\n")
      .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );

test("CHN08 SMTP_URL sends real mail: by TLS, as the user, with our headers, as text and HTML", async () => {
  expect(await mailer().send(mail)).toMatchObject({ outcome: "sent" });
  const [{ from, to, raw } = { from: "", to: [], raw: "" }] = arrived;
  expect({ from, to }).toEqual({ from: "alerts@example.com", to: ["pat@example.com"] });
  expect(headersOf(raw)).toMatchObject({
    From: "Shardwatch <alerts@example.com>",
    To: "pat@example.com",
    ...mail.headers,
    "Content-Type": expect.stringContaining("multipart/alternative"),
  });
  expect(raw).toContain("text/plain");
  expect(raw).toContain("text/html");
});

test.each([
  ["refused@example.com", "refused", "the mail server refuses the mail (550)"],
  ["busy@example.com", "failed", "the mail server answered 451"],
])("CHN08 a recipient like %s is %s in our own words", async (to, outcome, reason) => {
  expect(await mailer().send({ ...mail, to })).toMatchObject({ outcome, reason });
  expect(arrived).toEqual([]);
});

test("CHN08 a wrong password, an unknown authority and a closed port are failures, and no reason has the password", async () => {
  const closed = createSmtpMailer({
    url: new Secret("smtp://user:pass%20word@localhost:1"),
    from: "a@example.com",
  });
  const answers = [
    await mailer("wr%6Fng").send(mail),
    await mailer(undefined, { ca: undefined }).send(mail),
    await closed.send(mail),
  ];
  for (const answer of answers) {
    expect(answer.outcome).toBe("failed");
    expect(JSON.stringify(answer)).not.toMatch(/pass|wrong|secret/);
  }
  expect(answers[0]).toMatchObject({ reason: "the mail server refuses our sign-in" });
  expect(arrived).toEqual([]);
});

test("CHN07 a line break in a header never reaches the mail server", async () => {
  const subject = "Critical\r\nBcc: all@example.com";
  expect(await mailer().send({ ...mail, subject })).toMatchObject({ outcome: "refused" });
  expect(arrived).toEqual([]);
});

test("CHN05 a mail server that hangs is waited for a bounded time", async () => {
  hangs = true;
  const answer = await mailer(undefined, { deadline: 300 }).send(mail);
  expect(answer).toMatchObject({ outcome: "failed", reason: "the mail server did not answer in time" });
});
