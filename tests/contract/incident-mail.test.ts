import { mayMail, mostMails } from "@shardwatch/core/channel/mail-limit";
import { recipientsOf } from "@shardwatch/core/channel/subscription";
import { expect, test } from "vitest";
import { channelsIn } from "../support/channels.ts";
import { giveRoles, rowsOfAccount, scopeOf } from "../support/scope.ts";
import { superAdmin } from "../support/administer.ts";
import { adminAndViewer } from "../support/views.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, join, type Person, signInAgain, signUp } from "../support/world.ts";

const hour = 3_600_000;
const world = await worldOfFile();
const { ask, listFor } = channelsIn(world);

const recipients = (person: Person) => recipientsOf(world.services, scopeOf(person));
const emailsOf = async (person: Person) => (await recipients(person)).map(({ email }) => email).toSorted();

/** The path of the address that ends a person's mail. */
async function addressOf(person: Person): Promise<string> {
  const own = (await recipients(person)).find(({ accountId }) => accountId === person.accountId);
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
  const second = await signUp(world);
  await join(world, second, admin);
  await signUp(world);
  expect(await emailsOf(admin)).toEqual([admin, second].map(({ identity }) => identity.email).toSorted());
  await giveRoles(world, viewer.accountId, ["ORG_ADMIN"]);
  expect(await emailsOf(admin)).toHaveLength(3);
  await giveRoles(world, second.accountId, ["VIEWER"]);
  expect(await emailsOf(admin)).not.toContain(second.identity.email);
});

test("CHN09 each person ends it for themselves with one click, and switches it on again", async () => {
  const [admin] = await adminAndViewer(world);
  const second = await signUp(world);
  await join(world, second, admin);
  const path = await addressOf(admin);
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
  expect(await emailsOf(admin)).toEqual([second.identity.email]);
  expect((await listFor(admin)).ownMail).toBe(false);
  expect((await ask(admin, "PUT", "/me/mail", { on: true })).status).toBe(204);
  expect(await emailsOf(admin)).toHaveLength(2);
  // The address in older mails is of no use any more.
  expect(await addressOf(admin)).not.toBe(path);
  expect((await ask(second, "PUT", "/me/mail", { on: false })).status).toBe(204);
  expect(await emailsOf(admin)).toEqual([admin.identity.email]);
});

test("CHN09 an address that is not of a mail of ours ends nothing", async () => {
  const [admin] = await adminAndViewer(world);
  const [other] = await adminAndViewer(world);
  const path = await addressOf(admin);
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
  const second = await signUp(world);
  await join(world, second, admin);
  const path = await addressOf(second);
  const root = await superAdmin(world);
  const deleted = await call(world, "DELETE", `/accounts/${second.accountId}`, {
    as: await signInAgain(world, root),
  });
  expect(deleted.status).toBe(204);
  expect(await world.services.table.queryAll(rowsOfAccount(second.accountId))).toEqual([]);
  expect((await oneClick(path)).status).toBe(404);
  expect(await emailsOf(admin)).toEqual([admin.identity.email]);
});

test("CHN09 an organization sends at most a hundred mails an hour", async () => {
  const [admin] = await adminAndViewer(world);
  const [other] = await adminAndViewer(world);
  const take = (person: Person) => mayMail(world.services, scopeOf(person), true);
  const all = await Promise.all(Array.from({ length: mostMails + 1 }, () => take(admin)));
  expect(all.filter(Boolean)).toHaveLength(mostMails);
  expect(await take(admin)).toBe(false);
  expect(await take(other)).toBe(true);
  world.clock.advance(hour);
  expect(await take(admin)).toBe(true);
});
