import { accountKey } from "@shardwatch/core/account/account.keys";
import { createSesMailer } from "@shardwatch/core/adapters/aws/ses-mailer";
import { serve } from "../support/serve.ts";
import { deliverMessage } from "@shardwatch/core/channel/delivery/deliver";
import { mayMail, mostMails } from "@shardwatch/core/channel/sending/mail";
import { failuresIn } from "@shardwatch/core/channel/sending/mail-outcome";
import { recipientsOf, unsubscribe } from "@shardwatch/core/channel/subscription";
import { createSesSimulator } from "@shardwatch/local/simulators/aws/ses";
import { ourCredentials } from "@shardwatch/local/simulators/aws/state";
import { createMailbox } from "@shardwatch/local/simulators/mailbox";
import { afterAll, beforeEach, expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { channelsIn } from "../support/channels.ts";
import { deliverDue, deliveryOf, enqueue, mailChannel } from "../support/deliveries.ts";
import { giveRoles, rowsOfAccount, scopeOf } from "../support/scope.ts";
import { storedEvents } from "../support/audit.ts";
import { adminAndViewer } from "../support/views.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, join, type Person, signInAgain, signUp } from "../support/world.ts";

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const mailbox = createMailbox(() => 0);
const ses = createSesSimulator(mailbox);
const server = await serve(ses.app.fetch);
afterAll(() => server.stop());

const world = await worldOfFile({
  mailer: createSesMailer({
    from: "Shardwatch <alerts@shardwatch.example>",
    region: "eu-central-1",
    endpoint: server.url,
    credentials: ourCredentials,
  }),
});

let person: Person;
let seen: number;

beforeEach(async () => {
  ses.state.fault = "works";
  world.clock.advance(200 * hour);
  await deliverDue(world);
  person = await signUp(world);
  seen = mailbox.all().length;
});

/** The mails of this test, the oldest first. */
const mails = () =>
  mailbox
    .all()
    .slice(0, mailbox.all().length - seen)
    .toReversed();

const subjects = () => mails().map(({ subject }) => subject);

/** Another admin of the same organization. */
async function anotherAdmin(): Promise<Person> {
  const other = await signUp(world);
  await join(world, other, person);
  return other;
}

test("CHN01 CHN09 every admin gets one mail, with the headers that threads, programs and one click need", async () => {
  const other = await anotherAdmin();
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, person);
  const name = await enqueue(world, mailChannel(person));
  await deliverDue(world);
  await deliverDue(world);
  expect(
    mails()
      .map(({ to }) => to)
      .toSorted(),
  ).toEqual([person, other].map(({ identity }) => identity.email).toSorted());
  const [mail] = mails();
  expect(mail).toMatchObject({
    from: "Shardwatch <alerts@shardwatch.example>",
    subject: "Critical: Memory is full: cart",
    headers: {
      "Auto-Submitted": "auto-generated",
      References: "<inc_00000000000000000000000001@localhost>",
      "List-Unsubscribe": expect.stringMatching(/^<http:\/\/localhost:3001\/mail\/acc_\w+\/[\w-]{32}>$/),
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  });
  const address = /<(.*)>/.exec(mail?.headers["List-Unsubscribe"] ?? "")?.[1] ?? "none";
  expect(mail?.text).toContain(address);
  expect(mail?.html).toContain(`<a href="${address}">`);
  expect(await deliveryOf(world, name)).toMatchObject({ state: "sent", attempts: [{ excerpt: "2 sent" }] });
});

test("CHN09 who has ended it gets no mail any more, and where nobody is left the message is skipped", async () => {
  await enqueue(world, mailChannel(person));
  await deliverDue(world);
  const address = mails()[0]?.headers["List-Unsubscribe"] ?? "";
  const [, account = "", token = ""] = /\/mail\/(\w+)\/([\w-]+)>/.exec(address) ?? [];
  expect(await unsubscribe(world.services, account, token)).toBe(true);
  const name = await enqueue(world, mailChannel(person), "incident.opened", { id: "inc_2" });
  await deliverDue(world);
  expect(mails()).toHaveLength(1);
  expect(await deliveryOf(world, name)).toMatchObject({ state: "skipped", why: "nobody" });
});

test("MND09 an address of a former mail ends nothing after mail was switched on again, and both are audited", async () => {
  const addressOf = async (id: string) => {
    await enqueue(world, mailChannel(person), "incident.opened", { id });
    await deliverDue(world);
    const address = mails().at(-1)?.headers["List-Unsubscribe"] ?? "";
    return /\/mail\/(\w+)\/([\w-]+)>/.exec(address)?.slice(1) as [string, string];
  };
  const audited = async () =>
    (await storedEvents(world, person.organizationId)).flatMap(({ action, actorKind, personId }) =>
      action.startsWith("mail.") ? [[action, actorKind, personId === person.accountId]] : [],
    );
  const former = await addressOf("inc_3");
  const switchOn = () => call(world, "PUT", "/me/mail", { as: person, body: { on: true } });
  expect((await switchOn()).status).toBe(204);
  expect(await unsubscribe(world.services, ...former), "it was on all the time").toBe(true);
  // A program that follows the link twice is one event.
  expect(await unsubscribe(world.services, ...former)).toBe(true);
  world.clock.advance(second);
  expect((await switchOn()).status).toBe(204);
  expect(await unsubscribe(world.services, ...former)).toBe(false);
  const next = await addressOf("inc_4");
  expect(next[1]).not.toBe(former[1]);
  expect(await audited()).toEqual([
    ["mail.ended", "system", true],
    ["mail.resumed", "person", true],
  ]);
});

test("MND21 nobody gets mail whose account is being deleted, also where their membership is left", async () => {
  const other = await anotherAdmin();
  // As after a crash: the mark is written, and the row of the membership was not removed.
  const deleted = { set: { deletedAt: world.clock.now() } };
  await world.services.table.update(accountKey(other.accountId), deleted);
  await enqueue(world, mailChannel(person));
  await deliverDue(world);
  expect(mails().map(({ to }) => to)).toEqual([person.identity.email]);
});

test("CHN03 a mail that fails is repeated for those only who do not have it", async () => {
  await anotherAdmin();
  const name = await enqueue(world, mailChannel(person));
  let failures = 1;
  const { mailer } = world.services;
  const send: typeof mailer.send = (mail) => {
    if (mail.to === person.identity.email && failures-- > 0) ses.state.fault = "throttled";
    return mailer.send(mail).finally(() => (ses.state.fault = "works"));
  };
  // One after the other, so that the fault meets one of them.
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn: typeof mailer.send = (mail) => {
    const sent = turn.then(() => send(mail));
    turn = sent;
    return sent;
  };
  const services = { ...world.services, mailer: { send: inTurn } };
  await deliverMessage(services, name);
  expect(mails()).toHaveLength(1);
  expect(await deliveryOf(world, name)).toMatchObject({
    state: "queued",
    attempts: [{ reason: "SES is busy", excerpt: "1 sent, 1 failed" }],
  });
  world.clock.advance(10 * second);
  await deliverMessage(services, name);
  expect(new Set(mails().map(({ to }) => to)).size).toBe(2);
  expect(mails()).toHaveLength(2);
  expect((await deliveryOf(world, name)).state).toBe("sent");
});

test("CHN01 what opened and ended before a mail was sent is one mail that says both", async () => {
  ses.state.fault = "error";
  const opened = await enqueue(world, mailChannel(person));
  const openedAt = world.clock.now();
  await deliverMessage(world.services, opened);
  world.clock.advance(15 * minute);
  ses.state.fault = "works";
  const times = { openedAt, resolvedAt: world.clock.now(), state: "resolved", sequence: 2 } as const;
  await enqueue(world, mailChannel(person), "incident.resolved", times);
  await deliverDue(world);
  await deliverDue(world);
  const clock = (time: number) => new Date(time).toISOString().slice(11, 16);
  const span = `${clock(openedAt)}–${clock(times.resolvedAt)}`;
  expect(subjects()).toEqual([`Over, ${span} UTC: Memory is full: cart`]);
  expect(await deliveryOf(world, opened)).toMatchObject({ state: "skipped", why: "over" });
});

test("CHN01 an end that follows a mail of the begin is a mail of its own", async () => {
  await enqueue(world, mailChannel(person));
  const openedAt = world.clock.now();
  await deliverDue(world);
  world.clock.advance(15 * minute);
  const times = { openedAt, resolvedAt: world.clock.now(), state: "resolved", sequence: 2 } as const;
  await enqueue(world, mailChannel(person), "incident.resolved", times);
  await deliverDue(world);
  expect(subjects()).toEqual(["Critical: Memory is full: cart", "Resolved: Memory is full: cart"]);
});

test("CHN01 an organization sends a hundred mails an hour, and the rest in the next one", async () => {
  const before = Array.from({ length: mostMails - 2 }, () => mayMail(world.services, scopeOf(person), true));
  expect(await Promise.all(before)).not.toContain(false);
  for (const id of ["inc_1", "inc_2", "inc_3"])
    await enqueue(world, mailChannel(person), "incident.opened", { id });
  await deliverDue(world);
  await deliverDue(world);
  expect(mails()).toHaveLength(2);
  world.clock.advance(hour);
  await deliverDue(world);
  expect(mails()).toHaveLength(3);
});

test("CHN01 thirty of the hundred mails of an hour are kept for what is critical", async () => {
  for (let index = 0; index < mostMails - 30; index += 1)
    expect(await mayMail(world.services, scopeOf(person), false)).toBe(true);
  await enqueue(world, mailChannel(person), "incident.opened", { id: "inc_1", severity: "warning" });
  await enqueue(world, mailChannel(person), "incident.opened", { id: "inc_2", title: "It burns" });
  await deliverDue(world);
  expect(subjects()).toEqual(["Critical: It burns"]);
  world.clock.advance(hour);
  await deliverDue(world);
  expect(mails()).toHaveLength(2);
});

test("CHN03 attempts that went to a part of many people are no failures", () => {
  const excerpts = ["15 sent", "14 sent, 1 refused", "3 sent, 12 limit", "14 sent, 1 failed", "2 failed"];
  expect(failuresIn(excerpts.map((excerpt) => ({ excerpt })))).toBe(2);
});

test("CHN07 a hostile name is text in every part of a mail that SES takes", async () => {
  const hostile = 'x\r\nBcc: all@example.com <b onload="x">\u202e';
  await enqueue(world, mailChannel(person), "incident.opened", {
    title: `Memory is full: ${hostile}`,
    cause: { kind: "deployment", id: "dep_1", name: hostile },
    affected: { count: 1, first: [{ id: "dep_1", name: hostile, value: hostile }] },
  });
  await deliverDue(world);
  const [mail] = mails();
  expect(mail?.subject).toMatch(/^Critical: Memory is full: x\s+Bcc: all@example.com <b onload="x">$/);
  expect(mail?.html).not.toContain("<b onload");
  expect(`${mail?.text}${mail?.html}`).not.toContain("\u202e");
});

test("CHN01 mail is never switched off by itself, however long the mail server fails", async () => {
  ses.state.fault = "error";
  const name = await enqueue(world, mailChannel(person));
  for (let index = 0; index < 12; index += 1) {
    await deliverDue(world);
    world.clock.advance(25 * hour);
  }
  expect((await deliveryOf(world, name)).state).toBe("dead");
  ses.state.fault = "works";
  await enqueue(world, mailChannel(person), "incident.opened", { id: "inc_2" });
  await deliverDue(world);
  expect(mails()).toHaveLength(1);
});

const { ask, listFor } = channelsIn(world);
const recipients = (admin: Person) => recipientsOf(world.services, scopeOf(admin));
const emailsOf = async (admin: Person) => (await recipients(admin)).map(({ email }) => email).toSorted();

/** The path of the address that ends a person's mail. */
async function endingAddressOf(admin: Person): Promise<string> {
  const own = (await recipients(admin)).find(({ accountId }) => accountId === admin.accountId);
  return own?.unsubscribe.replace("http://localhost:3001", "") ?? "";
}

/** A mail program has no cookie and no Origin (RFC 8058). */
const oneClick = async (path: string) =>
  await world.app.request(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });

test("CHN09 the admins of an organization get mail, and no viewer and nobody else does", async () => {
  const [admin, viewer] = await adminAndViewer(world);
  const colleague = await signUp(world);
  await join(world, colleague, admin);
  await signUp(world);
  expect(await emailsOf(admin)).toEqual([admin, colleague].map(({ identity }) => identity.email).toSorted());
  await giveRoles(world, viewer.accountId, ["ORG_ADMIN"]);
  expect(await emailsOf(admin)).toHaveLength(3);
  await giveRoles(world, colleague.accountId, ["VIEWER"]);
  expect(await emailsOf(admin)).not.toContain(colleague.identity.email);
});

test("CHN09 each person ends it for themselves with one click, and switches it on again", async () => {
  const [admin] = await adminAndViewer(world);
  const colleague = await signUp(world);
  await join(world, colleague, admin);
  const path = await endingAddressOf(admin);
  expect(path).toMatch(/^\/mail\/acc_\w+\/[\w-]{32}$/);
  // What checks the links of a mail must not end it.
  const asked = await world.app.request(path);
  expect([asked.status, asked.headers.get("content-type")]).toEqual([200, "text/html; charset=UTF-8"]);
  expect(await asked.text()).toContain('<form method="post">');
  expect(await emailsOf(admin)).toHaveLength(2);
  for (let again = 0; again < 2; again += 1) {
    const answer = await oneClick(path);
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("Mail has ended")]);
  }
  expect(await emailsOf(admin)).toEqual([colleague.identity.email]);
  expect((await listFor(admin)).ownMail).toBe(false);
  expect((await ask(admin, "PUT", "/me/mail", { on: true })).status).toBe(204);
  expect(await emailsOf(admin)).toHaveLength(2);
  // The address in older mails is of no use any more.
  expect(await endingAddressOf(admin)).not.toBe(path);
  expect((await ask(colleague, "PUT", "/me/mail", { on: false })).status).toBe(204);
  expect(await emailsOf(admin)).toEqual([admin.identity.email]);
});

test("CHN09 an address that is not of a mail of ours ends nothing", async () => {
  const [admin] = await adminAndViewer(world);
  const [other] = await adminAndViewer(world);
  const path = await endingAddressOf(admin);
  const [, , account = "", token = ""] = path.split("/");
  for (const wrong of [
    `/mail/${other.accountId}/${token}`,
    `/mail/${account}/${token.slice(0, -1)}`,
    `/mail/${account}/made-up`,
    `/mail/acc_00000000000000000000000000/${token}`,
    `/mail/nobody/${token}`,
  ]) {
    expect((await oneClick(wrong)).status, wrong).toBe(404);
    expect((await world.app.request(wrong)).status, wrong).toBe(404);
  }
  expect(await emailsOf(admin)).toHaveLength(1);
  expect(await emailsOf(other)).toHaveLength(1);
});

test("CHN09 the setting of a deleted account is gone, and its address ends nothing", async () => {
  const [admin] = await adminAndViewer(world);
  const colleague = await signUp(world);
  await join(world, colleague, admin);
  const path = await endingAddressOf(colleague);
  const root = await superAdmin(world);
  const deleted = await call(world, "DELETE", `/accounts/${colleague.accountId}`, {
    as: await signInAgain(world, root),
  });
  expect(deleted.status).toBe(204);
  expect(await world.services.table.queryAll(rowsOfAccount(colleague.accountId))).toEqual([]);
  expect((await oneClick(path)).status).toBe(404);
  expect(await emailsOf(admin)).toEqual([admin.identity.email]);
});

test("CHN09 an organization sends at most a hundred mails an hour", async () => {
  const [admin] = await adminAndViewer(world);
  const [other] = await adminAndViewer(world);
  const take = (admins: Person) => mayMail(world.services, scopeOf(admins), true);
  const all = await Promise.all(Array.from({ length: mostMails + 1 }, () => take(admin)));
  expect(all.filter(Boolean)).toHaveLength(mostMails);
  expect(await take(admin)).toBe(false);
  expect(await take(other)).toBe(true);
  world.clock.advance(hour);
  expect(await take(admin)).toBe(true);
});
