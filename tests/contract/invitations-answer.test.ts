import { membersOf } from "@shardwatch/core/organization/organization.keys";
import { notificationList } from "@shardwatch/core/contract/notification";
import type { Role } from "@shardwatch/core/contract/roles";
import { expect, test } from "vitest";
import { accountOf, superAdmin } from "../support/administer.ts";
import { invite, pending } from "../support/invitations.ts";
import { rowsOfAccount, rowsOfOrganization, scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, join, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
const root = await superAdmin(world);

const answer = async (as: Person, id: string, verb: string) =>
  (await call(world, "POST", `/invitations/${id}/${verb}`, { as })).status;
const received = (as: Person) => pending(world, as, "/me/invitations");
const sent = (as: Person) => pending(world, as, "/organizations/me/invitations");
const problem = async (response: Response) =>
  ({ status: response.status, ...((await response.json()) as object) }) as Record<string, unknown>;

test("INV06 INV07 INV08 INV17 ORG19 ORG20 ROL23 ROL26 API41 API42 declined and cancelled ones leave both lists, change no membership, and stay as they are", async () => {
  const [inviter, invitee] = [await signUp(world), await signUp(world)];
  for (const [who, verb] of [
    [invitee, "reject"],
    [inviter, "cancel"],
  ] as const) {
    const id = await invite(world, inviter, invitee);
    expect(await answer(who, id, verb)).toBe(204);
    expect(await received(invitee)).toEqual([]);
    expect(await sent(inviter)).toEqual([]);
    expect(await answer(invitee, id, "accept")).toBe(409);
    expect(await answer(invitee, id, "reject")).toBe(409);
    expect(await answer(inviter, id, "cancel")).toBe(409);
    expect((await accountOf(world, root, invitee)).organization?.id).toBe(invitee.organizationId);
  }
});

test("NTF04 the notification of an invitation tells what became of it, and counts as read once it is answered or withdrawn", async () => {
  const [inviter, invitee] = [await signUp(world), await signUp(world)];
  const list = async () => {
    const shown = await call(world, "GET", "/notifications", { as: invitee });
    const { notifications, unreadCount } = notificationList.parse(await shown.json());
    const [newest] = notifications;
    return { status: newest?.metadata.invitationStatus, read: newest?.read, unreadCount };
  };
  for (const [who, verb, status] of [
    [invitee, "reject", "rejected"],
    [inviter, "cancel", "cancelled"],
    [invitee, "accept", "accepted"],
  ] as const) {
    const id = await invite(world, inviter, invitee);
    expect(await list()).toEqual({ unreadCount: 1, status: "pending", read: false });
    expect(await answer(who, id, verb)).toBe(204);
    expect(await list()).toEqual({ unreadCount: 0, status, read: true });
    world.clock.advance(1_000);
  }
  const leaving = await signUp(world);
  await invite(world, leaving, invitee);
  await call(world, "DELETE", `/organizations/${leaving.organizationId}`, { as: root });
  expect(await list()).toEqual({ unreadCount: 0, status: "cancelled", read: true });
});

test("ROL25 INV05 the inviter, a member of the organization and a super admin can neither accept nor decline for somebody", async () => {
  const [inviter, invitee, colleague] = [await signUp(world), await signUp(world), await signUp(world)];
  await join(world, colleague, inviter);
  const id = await invite(world, inviter, invitee);
  for (const who of [inviter, colleague, root])
    for (const verb of ["accept", "reject"]) expect(await answer(who, id, verb)).toBe(404);
  expect(await answer(await signUp(world), id, "cancel")).toBe(404);
  expect(await received(invitee)).toEqual([id]);
});

test("INV12 Q28 API40 ENT41 accepting makes a viewer of the inviting organization, once; a super admin stays one", async () => {
  for (const [roles, after] of [
    [["ORG_ADMIN"], ["VIEWER"]],
    [
      ["SUPER_ADMIN", "ORG_ADMIN"],
      ["SUPER_ADMIN", "VIEWER"],
    ],
  ] satisfies [Role[], Role[]][]) {
    const [inviter, invitee] = [await signUp(world), await signUp(world, {}, roles)];
    const id = await invite(world, inviter, invitee);
    const other = await invite(world, await signUp(world), invitee);
    expect(await answer(invitee, id, "accept")).toBe(204);
    expect(await accountOf(world, root, invitee)).toMatchObject({
      organization: { id: inviter.organizationId },
      roles: after,
    });
    const members = await world.services.table.queryAll(membersOf(scopeOf(invitee)));
    expect(members).toEqual([]);
    expect(await received(invitee), "other invitations stay").toEqual([other]);
    expect(await sent(inviter)).toEqual([]);
    for (const verb of ["accept", "reject"]) expect(await answer(invitee, id, verb)).toBe(409);
    expect(await answer(inviter, id, "cancel")).toBe(409);
  }
});

test("Q28 the last administrator of an organization with other members cannot leave it: 409, and nothing changes", async () => {
  const [inviter, invitee, colleague] = [
    await signUp(world),
    await signUp(world),
    await signUp(world, {}, ["VIEWER"]),
  ];
  await join(world, colleague, invitee);
  const id = await invite(world, inviter, invitee);
  const refused = await call(world, "POST", `/invitations/${id}/accept`, { as: invitee });
  expect(await problem(refused)).toMatchObject({ status: 409, code: "LAST_ORG_ADMIN" });
  expect(await received(invitee)).toEqual([id]);
  expect((await accountOf(world, root, invitee)).organization?.id).toBe(invitee.organizationId);
});

test("R7 accepted, declined and cancelled at once, one of them counts", async () => {
  const [inviter, invitee] = [await signUp(world), await signUp(world)];
  const id = await invite(world, inviter, invitee);
  const statuses = await Promise.all([
    ...["accept", "accept", "reject"].map((verb) => answer(invitee, id, verb)),
    answer(inviter, id, "cancel"),
  ]);
  const moved = (await accountOf(world, root, invitee)).organization?.id === inviter.organizationId;
  if (!moved) expect(statuses.toSorted((one, other) => one - other)).toEqual([204, 409, 409, 409]);
  else expect(statuses.slice(2)).toEqual([409, 409]);
  expect(await received(invitee)).toEqual([]);
});

test("INV08 somebody who has become a member another way keeps their role when they accept", async () => {
  const [inviter, invitee] = [await signUp(world), await signUp(world)];
  const id = await invite(world, inviter, invitee);
  await join(world, invitee, inviter);
  expect(await answer(invitee, id, "accept")).toBe(204);
  expect((await accountOf(world, root, invitee)).roles).toEqual(["ORG_ADMIN"]);
});

test("ADM27 Q21 what a deleted account has received is gone, and so is what a deleted organization has sent", async () => {
  const [inviter, one, other] = [await signUp(world), await signUp(world), await signUp(world)];
  const ids = [await invite(world, inviter, one), await invite(world, inviter, other)];
  await call(world, "DELETE", `/accounts/${one.accountId}`, { as: root });
  expect(await sent(inviter)).toEqual([ids[1]]);
  expect(await world.services.table.queryAll(rowsOfAccount(one.accountId))).toEqual([]);
  await call(world, "DELETE", `/organizations/${inviter.organizationId}`, { as: root });
  expect(await received(other)).toEqual([]);
  expect(await answer(other, ids[1] ?? "", "accept")).toBe(404);
  expect(await world.services.table.queryAll(rowsOfOrganization(inviter.organizationId))).toEqual([]);
});

test("SEC20 who invited, accepted, declined and cancelled is in the audit log, by ids and without an email", async () => {
  const [inviter, invitee] = [await signUp(world), await signUp(world, { email: "quiet@example.com" })];
  world.logLines.length = 0;
  const verbs = [
    [inviter, "cancel"],
    [invitee, "reject"],
    [invitee, "accept"],
  ] as const;
  for (const [who, verb] of verbs) await answer(who, await invite(world, inviter, invitee), verb);
  const lines = world.logLines.filter((line) => line.includes('"audit"'));
  const said = lines.map((line) => JSON.parse(line) as { action: string; by: string });
  const [by, other] = [inviter.accountId, invitee.accountId];
  const created = { action: "invitation.created", by };
  expect(said).toMatchObject([
    created,
    { action: "invitation.cancelled", by },
    created,
    { action: "invitation.rejected", by: other },
    created,
    { action: "invitation.accepted", by: other },
  ]);
  expect(world.logLines.join()).not.toContain("quiet@example.com");
});

test("INV08 what an invitation moves is told to nobody but the invitee, and of none that was declined", async () => {
  const [host, mover] = [await signUp(world), await signUp(world)];
  const id = await invite(world, host, mover);
  const status = async (as: Person) => (await call(world, "GET", `/invitations/${id}/moves`, { as })).status;
  expect([await status(mover), await status(host)]).toEqual([200, 404]);
  await call(world, "POST", `/invitations/${id}/reject`, { as: mover });
  expect(await status(mover)).toBe(409);
});

test("INV20 INV23 whoever had no organization when they accepted is told that nothing moved with them", async () => {
  const [host, loner] = [await signUp(world), await signUp(world)];
  await call(world, "DELETE", `/organizations/${loner.organizationId}`, { as: root });
  const id = await invite(world, host, loner);
  expect(await answer(loner, id, "accept")).toBe(204);
  const told = await call(world, "GET", `/invitations/${id}/moves`, { as: loner });
  expect(await told.json()).toMatchObject({ from: null, moving: { keys: { count: 0 } }, staying: [] });
});
