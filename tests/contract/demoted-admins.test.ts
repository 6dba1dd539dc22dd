import { createTable } from "@shardwatch/core/table/table";
import type { Table } from "@shardwatch/core/table/table";
import { accountKey } from "@shardwatch/core/account/account.keys";
import { accountKind } from "@shardwatch/core/account/account.table";
import type { AuditPage } from "@shardwatch/core/contract/people/audit";
import type { Invitation } from "@shardwatch/core/contract/people/invitation";
import { receivedInvitationKey, sentInvitationKey } from "@shardwatch/core/invitation/invitation.keys";
import { createApp } from "@shardwatch/functions/api/app";
import { expect, test } from "vitest";
import { accountOf, superAdmin } from "../support/administer.ts";
import { interrupted } from "../support/interrupted.ts";
import { invite, pending } from "../support/invitations.ts";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, join, type Person, signInAgain, signUp, webOrigin } from "../support/world.ts";

const world = await worldOfFile();
const root = await superAdmin(world);
const path = (person: Person) => `/me/organization/members/${person.accountId}`;
const demote = (as: Person, who: Person) => call(world, "PATCH", path(who), { as, body: { role: "VIEWER" } });

async function twoAdmins(): Promise<[Person, Person]> {
  const admin = await signUp(world);
  world.clock.advance(1_000);
  const second = await signUp(world, {}, ["ORG_ADMIN"]);
  await join(world, second, admin);
  return [admin, second];
}

const remove = (as: Person, who: Person) => call(world, "DELETE", path(who), { as });
const rolesOf = async (who: Person) => (await accountOf(world, root, who)).roles;

/** An invitation as an admin. Returns its id. */
async function inviteAdmin(as: Person, guest: Person): Promise<string> {
  const body = { inviteeEmail: guest.identity.email, role: "ORG_ADMIN" };
  const answer = await call(world, "POST", "/invitations", { as, body });
  return ((await answer.json()) as Invitation).id;
}

/** The status and code of an acceptance. */
async function accept(as: Person, id: string): Promise<[status: number, code?: string]> {
  const answer = await call(world, "POST", `/invitations/${id}/accept`, { as });
  return answer.status === 204 ? [204] : [answer.status, ((await answer.json()) as { code: string }).code];
}

/** A request of a person whose answer reads and writes this table. */
async function ask(person: Person, table: Table, method: string, url: string, body: object): Promise<number> {
  const cookie = `shardwatch_session=${person.session.reveal()}`;
  const headers = { origin: webOrigin, cookie, "content-type": "application/json" };
  const app = createApp({ ...world.services, table });
  return (await app.request(url, { method, headers, body: JSON.stringify(body) })).status;
}

test("R5 ROL11 an admin who is demoted between two reads of one request does not give the role back to themselves", async () => {
  const [admin, second] = await twoAdmins();
  let reads = 0;
  const secondRead = Promise.withResolvers<void>();
  /** Resolves once all is sent that needs no answer to this read. */
  const sent = async () => {
    for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const sending = async (command: { constructor: { name: string }; input: { Key?: unknown } }) => {
    const answer = () => world.recorder.client.send(command as never);
    if (command.constructor.name !== "GetItemCommand") return await answer();
    if (!JSON.stringify(command.input.Key).includes(second.accountId)) return await answer();
    reads += 1;
    if (reads > 1) {
      const found = await answer();
      secondRead.resolve();
      return found;
    }
    // The demotion falls between a second read, if there is one, and this one.
    await sent();
    if (reads > 1) await secondRead.promise;
    await demote(admin, second);
    return await answer();
  };
  const table = createTable({ client: { send: sending as never }, name: world.database.tableName });
  expect(await ask(second, table, "PATCH", path(second), { role: "ORG_ADMIN" })).toBe(403);
  expect((await accountOf(world, root, second)).roles).toEqual(["VIEWER"]);
});

test("R5 INV12 an admin who is demoted during the request invites nobody as an admin", async () => {
  const [admin, second] = await twoAdmins();
  const guest = await signUp(world);
  const table = interrupted(world, /^Transact/, () => demote(admin, second));
  const body = { inviteeEmail: guest.identity.email, role: "ORG_ADMIN" };
  expect(await ask(second, table, "POST", "/invitations", body)).toBeGreaterThanOrEqual(400);
  const received = await (await call(world, "GET", "/me/invitations", { as: guest })).json();
  expect(JSON.stringify(received)).not.toContain("ORG_ADMIN");
});

test.each([
  ["removed", remove],
  ["demoted", demote],
])("R17 ROL11 INV12 an admin who was %s leaves no invitation behind that makes an admin", async (_, end) => {
  const [admin, second] = await twoAdmins();
  const guest = await signUp(world);
  const id = await inviteAdmin(second, guest);
  expect((await end(admin, second)).ok).toBe(true);
  expect(await accept(guest, id)).toEqual([409, "NOT_PENDING"]);
  expect((await accountOf(world, root, guest)).organization?.id).toBe(guest.organizationId);
  // Another admin invites them anew.
  world.clock.advance(1_000);
  expect(await accept(guest, await inviteAdmin(admin, guest))).toEqual([204]);
  expect(await rolesOf(guest)).toEqual(["ORG_ADMIN"]);
});

const sentBy = async (as: Person) => await pending(world, as, "/organizations/me/invitations");

test("MND07 every pending invitation of a removed member ends, of a demoted one those for admins, with an event, and others' stay", async () => {
  const [admin, second] = await twoAdmins();
  const guests = await Promise.all([1, 2, 3, 4].map(() => signUp(world)));
  const [one, two, three, four] = guests as [Person, Person, Person, Person];
  const ids = [
    await inviteAdmin(second, one),
    await invite(world, second, two),
    await invite(world, admin, three),
    await inviteAdmin(second, four),
  ] as const;
  // Another admin answers for what they send again.
  expect((await call(world, "POST", `/invitations/${ids[3]}/resend`, { as: admin })).status).toBe(200);
  const { invitations } = (await (
    await call(world, "GET", "/organizations/me/invitations", { as: admin })
  ).json()) as { invitations: Invitation[] };
  const senders = new Map(invitations.map(({ id, inviterId }) => [id, inviterId]));
  expect(ids.map((id) => senders.get(id))).toEqual(
    [second, second, admin, admin].map(({ accountId }) => accountId),
  );
  const toThem = await (await call(world, "GET", "/me/invitations", { as: one })).text();
  expect(toThem).not.toContain("inviterId");
  await demote(admin, second);
  expect(await sentBy(admin)).toEqual(ids.slice(1).toSorted());
  // Events of the same moment have no order.
  world.clock.advance(1_000);
  await remove(admin, second);
  expect(await sentBy(admin)).toEqual(ids.slice(2).toSorted());
  expect(await accept(two, ids[1])).toEqual([409, "NOT_PENDING"]);
  const audit = await call(world, "GET", "/audit", { as: admin });
  const { events } = (await audit.json()) as AuditPage;
  const cancelled = events.filter(({ action }) => action === "invitation.cancelled");
  expect(cancelled.map(({ object, actor }) => [object.id, actor.id])).toEqual([
    [ids[1], admin.accountId],
    [ids[0], admin.accountId],
  ]);
  expect(await accept(three, ids[2])).toEqual([204]);
});

test("MND07 an invitation ends with its sender on every way out: moved by a super admin, deleted, or by the provider", async () => {
  const { organizationId } = await signUp(world);
  const ways: ((second: Person) => Promise<unknown>)[] = [
    (second) =>
      call(world, "PUT", `/accounts/${second.accountId}`, {
        as: root,
        body: { organizationId, roles: ["ORG_ADMIN"] },
      }),
    (second) => call(world, "DELETE", `/accounts/${second.accountId}`, { as: root }),
  ];
  for (const end of ways) {
    const [admin, second] = await twoAdmins();
    await invite(world, second, await signUp(world));
    await end(second);
    expect(await sentBy(admin)).toEqual([]);
  }
  // Where nobody here removes them, the sender is checked when somebody accepts.
  const [, second] = await twoAdmins();
  const guest = await signUp(world);
  const id = await invite(world, second, guest);
  await world.services.table.update(accountKey(second.accountId), { remove: ["organizationId"] });
  expect(await accept(guest, id)).toEqual([409, "INVITER_GONE"]);
});

test("R17 ROL11 INV12 an admin who is demoted while their invitation is accepted makes no admin", async () => {
  const [admin, second] = await twoAdmins();
  const guest = await signUp(world);
  const id = await inviteAdmin(second, guest);
  const table = interrupted(world, /^Transact/, () => demote(admin, second));
  expect(await ask(guest, table, "POST", `/invitations/${id}/accept`, {})).toBe(409);
  expect((await accountOf(world, root, guest)).organization?.id).toBe(guest.organizationId);
});

test("R17 ROL11 INV12 a sender who is demoted while somebody accepts makes no admin, also when the invitation does not end", async () => {
  const [, second] = await twoAdmins();
  const guest = await signUp(world);
  const id = await inviteAdmin(second, guest);
  const demoted = accountKind.changes({ roles: ["VIEWER"] });
  const table = interrupted(world, /^Transact/, () =>
    world.services.table.update(accountKey(second.accountId), { set: demoted }),
  );
  expect(await ask(guest, table, "POST", `/invitations/${id}/accept`, {})).toBe(409);
  expect((await accountOf(world, root, guest)).organization?.id).toBe(guest.organizationId);
});

test("INV12 R22 an invitation of nobody known makes a viewer, and one for an admin is sent again", async () => {
  const [admin, second] = await twoAdmins();
  const [viewer, guest] = [await signUp(world), await signUp(world)];
  const sent = [await invite(world, admin, viewer), await inviteAdmin(admin, guest)] as const;
  const [forViewer, id] = sent;
  for (const [index, person] of [viewer, guest].entries())
    for (const key of [
      sentInvitationKey(scopeOf(admin), sent[index] ?? ""),
      receivedInvitationKey(person.accountId, sent[index] ?? ""),
    ])
      await world.services.table.update(key, { remove: ["inviterId"] });
  await remove(admin, second);
  expect(await accept(viewer, forViewer)).toEqual([204]);
  expect(await accept(guest, id)).toEqual([409, "INVITER_GONE"]);
  await call(world, "POST", `/invitations/${id}/resend`, { as: admin });
  expect(await accept(guest, id)).toEqual([204]);
});

test("AMD13 ROL40 the only super admin is taken out of an organization, and stays the super admin", async () => {
  const [admin] = await twoAdmins();
  await join(world, root, admin);
  expect((await remove(await signInAgain(world, admin), root)).status).toBe(204);
  expect(await accountOf(world, root, root)).toMatchObject({ organization: null, roles: ["SUPER_ADMIN"] });
});
