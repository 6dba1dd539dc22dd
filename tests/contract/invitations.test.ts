import { invitation, invitationList } from "@shardwatch/core/contract/people/invitation";
import { type NotificationList, notificationList } from "@shardwatch/core/contract/channel/notification";
import type { Role } from "@shardwatch/core/contract/people/roles";
import { inviteeKey, sentInvitationKey } from "@shardwatch/core/invitation/invitation.keys";
import { newId } from "@shardwatch/core/kit/ids";
import { membersOf } from "@shardwatch/core/organization/organization.keys";
import { expect, test } from "vitest";
import { accountOf, superAdmin } from "../support/administer.ts";
import { invite, pending } from "../support/invitations.ts";
import { rowsOfAccount, rowsOfOrganization, scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, join, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
let root = await superAdmin(world);

const ask = async (as: Person, inviteeEmail: unknown) =>
  await call(world, "POST", "/invitations", { as, body: { inviteeEmail } });

const received = (as: Person) => pending(world, as, "/me/invitations");
const sent = (as: Person) => pending(world, as, "/organizations/me/invitations");

const problem = async (response: Response) =>
  ({ status: response.status, ...((await response.json()) as object) }) as Record<string, unknown>;

test("API37 API38 API39 ENT39 INV03 INV04 ORG17 ORG18 ORG30 ROL22 ROL24 ROL27 an invitation stands in both lists, and the invitee alone is notified once", async () => {
  const inviter = await signUp(world, { firstName: "Ada", lastName: "Byron", company: "Engines" });
  const invitee = await signUp(world);
  const made = await ask(inviter, invitee.identity.email);
  expect(made.status).toBe(201);
  const shown = invitation.parse(await made.json());
  const { email, firstName, lastName } = invitee.identity;
  expect(shown).toEqual({
    id: shown.id,
    status: "pending",
    createdAt: new Date(world.clock.now()).toISOString(),
    endsAt: new Date(world.clock.now() + 30 * 86_400_000).toISOString(),
    role: "VIEWER",
    organization: { name: "Engines" },
    invitedBy: { firstName: "Ada", lastName: "Byron", email: inviter.identity.email },
    inviterId: inviter.accountId,
    invitee: { email, firstName, lastName },
  });
  const { inviterId: _, ...toInvitee } = shown;
  for (const [person, path, expected] of [
    [invitee, "/me/invitations", toInvitee],
    [inviter, "/organizations/me/invitations", shown],
  ] as const) {
    const list = invitationList.parse(await (await call(world, "GET", path, { as: person })).json());
    expect(list.invitations).toEqual([expected]);
  }
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, inviter);
  const refused = await call(world, "GET", "/organizations/me/invitations", { as: viewer });
  expect(refused.status).toBe(403);
  expect(await received(inviter)).toEqual([]);
  expect(await sent(invitee)).toEqual([]);
  const news = async (as: Person) =>
    (await (await call(world, "GET", "/notifications", { as })).json()) as NotificationList;
  expect(await news(invitee)).toMatchObject({
    unreadCount: 1,
    notifications: [
      {
        type: "INVITATION",
        title: "Invitation to Engines",
        message: "Ada Byron invited you to join Engines.",
        read: false,
      },
    ],
  });
  expect((await news(inviter)).notifications).toEqual([]);
});

test("ORG15 ORG29 ORG25 ORG26 ORG27 ORG28 whatever case and spaces the email has, the refusals are told apart", async () => {
  const [inviter, member, invitee] = [await signUp(world), await signUp(world), await signUp(world)];
  await join(world, member, inviter);
  const written = ({ identity }: Person) => `  ${identity.email.toUpperCase()} `;
  expect(await problem(await ask(inviter, "nobody@example.com"))).toMatchObject({
    status: 404,
    code: "NO_ACCOUNT",
    message: expect.stringContaining("signed in"),
  });
  expect(await problem(await ask(inviter, written(inviter)))).toMatchObject({
    status: 409,
    message: "You can't invite yourself.",
  });
  expect(await problem(await ask(inviter, written(member)))).toMatchObject({
    status: 409,
    message: "This person is already a member of your organization.",
  });
  expect((await ask(inviter, written(invitee))).status).toBe(201);
  expect(await problem(await ask(inviter, written(invitee)))).toMatchObject({
    status: 409,
    message: "An invitation to this person is already pending.",
  });
  expect((await ask(member, written(invitee))).status).toBe(409);
  expect(await sent(inviter)).toHaveLength(1);
});

test.each([[undefined], [""], ["   "], ["no email"], ["a@"], [42]])(
  "API37 ORG13 %j is answered 400 naming the field",
  async (email) => {
    const refused = await problem(await ask(await signUp(world), email));
    expect(refused).toMatchObject({
      status: 400,
      details: [expect.stringContaining("inviteeEmail: ")],
    });
  },
);

test("R7 ORG28 of many invitations of one person at once one is made, with one notification", async () => {
  const [inviter, invitee] = [await signUp(world), await signUp(world)];
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(inviter, invitee.identity.email)));
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual([
    "201",
    ...Array.from({ length: 7 }, () => "409"),
  ]);
  expect(await received(invitee)).toHaveLength(1);
  const list = await call(world, "GET", "/notifications", { as: invitee });
  expect(((await list.json()) as NotificationList).notifications).toHaveLength(1);
});

test("ORG25 a changed email is found, the former one no more; of two accounts with one email, the last to sign in", async () => {
  const [inviter, early] = [await signUp(world), await signUp(world)];
  const former = early.identity.email;
  await signInAgain(world, { ...early, identity: { ...early.identity, email: "Renamed@example.com" } });
  expect((await ask(inviter, former)).status).toBe(404);
  world.clock.advance(1_000);
  const late = await signUp(world, { email: "renamed@EXAMPLE.com" });
  await invite(world, inviter, late);
  expect(await received(late)).toHaveLength(1);
  expect(await received(early)).toEqual([]);
  await call(world, "DELETE", `/accounts/${late.accountId}`, { as: root });
  await invite(world, inviter, { ...early, identity: late.identity });
  expect(await received(early)).toHaveLength(1);
});

test("SEC19 at most a hundred can be pending, and two hundred be sent within a day", async () => {
  const [inviter, invitee] = [await signUp(world), await signUp(world)];
  const { email } = invitee.identity;
  const organization = scopeOf(inviter);
  const many = (count: number, put: (index: number) => Promise<void>) =>
    Promise.all(Array.from({ length: count }, (_, index) => put(index)));
  const waiting = (index: number) => inviteeKey(organization, `${index}`);
  await many(100, (index) => world.services.table.put({ ...waiting(index), id: "inv_0" }));
  expect((await ask(inviter, email)).status).toBe(409);
  await world.services.table.remove(waiting(0));
  await many(200, (index) => {
    const id = newId("invitation", world.clock.now(), new Uint8Array(16).fill(index));
    return world.services.table.put({ ...sentInvitationKey(organization, `${id}-${index}`) });
  });
  const refused = await ask(inviter, email);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
  world.clock.advance(24 * 3_600_000 + 1);
  expect((await ask(await signInAgain(world, inviter), email)).status).toBe(201);
  root = await signInAgain(world, root);
});

test("Q08 whoever has no organization can invite nobody, and has sent nothing", async () => {
  const loner = await superAdmin(world);
  await call(world, "DELETE", `/organizations/${loner.organizationId}`, { as: loner });
  expect(await problem(await ask(loner, root.identity.email))).toMatchObject({ code: "NO_ORGANIZATION" });
  expect(await sent(loner)).toEqual([]);
});

const answer = async (as: Person, id: string, verb: string) =>
  (await call(world, "POST", `/invitations/${id}/${verb}`, { as })).status;

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
  // Who sent it is said of an acceptance only.
  const before = await call(world, "GET", `/invitations/${id}/moves`, { as: mover });
  expect(await before.json()).not.toHaveProperty("invitedBy");
  await call(world, "POST", `/invitations/${id}/reject`, { as: mover });
  expect(await status(mover)).toBe(409);
});

test("INV20 INV23 whoever had no organization when they accepted is told that nothing moved with them", async () => {
  const [host, loner] = [await signUp(world), await signUp(world)];
  await call(world, "DELETE", `/organizations/${loner.organizationId}`, { as: root });
  const id = await invite(world, host, loner);
  expect(await answer(loner, id, "accept")).toBe(204);
  const moves = await call(world, "GET", `/invitations/${id}/moves`, { as: loner });
  expect(await moves.json()).toMatchObject({
    from: null,
    moving: { keys: { count: 0 } },
    staying: [],
    invitedBy: { email: host.identity.email },
  });
});
