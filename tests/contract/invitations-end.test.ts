import { type Invitation, invitationList } from "@shardwatch/core/contract/people/invitation";
import type { NotificationList } from "@shardwatch/core/contract/channel/notification";
import { receivedInvitationKey, sentInvitationKey } from "@shardwatch/core/invitation/invitation.keys";
import { expect, test } from "vitest";
import { accountOf, superAdmin } from "../support/administer.ts";
import { invite, pending } from "../support/invitations.ts";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, join, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const root = await superAdmin(world);
const day = 86_400_000;

const ask = async (as: Person, verb: string, id: string) =>
  await call(world, "POST", `/invitations/${id}/${verb}`, { as: await signInAgain(world, as) });
const sent = async (as: Person): Promise<Invitation[]> => {
  const session = await signInAgain(world, as);
  const answer = await call(world, "GET", "/organizations/me/invitations", { as: session });
  return invitationList.parse(await answer.json()).invitations;
};
const received = async (as: Person) => await pending(world, await signInAgain(world, as), "/me/invitations");
const news = async (as: Person) => {
  const session = await signInAgain(world, as);
  const answer = await call(world, "GET", "/notifications?includeRead=true", { as: session });
  return ((await answer.json()) as NotificationList).notifications;
};
const rolesOf = async (who: Person) => (await accountOf(world, await signInAgain(world, root), who)).roles;
const codeOf = async (answer: Response) =>
  [answer.status, ((await answer.json()) as { code: string }).code] as const;

test("ONB08 AMD13 INV12 an invitation carries a role, VIEWER unless chosen, and whoever accepts has it at once", async () => {
  const admin = await signUp(world);
  for (const [role, expected] of [
    [undefined, "VIEWER"],
    ["VIEWER", "VIEWER"],
    ["ORG_ADMIN", "ORG_ADMIN"],
  ] as const) {
    const invitee = await signUp(world);
    const body = { inviteeEmail: invitee.identity.email, ...(role && { role }) };
    const made = (await (
      await call(world, "POST", "/invitations", { as: admin, body })
    ).json()) as Invitation;
    expect(made.role).toBe(expected);
    expect((await ask(invitee, "accept", made.id)).status).toBe(204);
    expect(await rolesOf(invitee)).toEqual([expected]);
  }
  const wrong = { inviteeEmail: root.identity.email, role: "SUPER_ADMIN" };
  expect((await call(world, "POST", "/invitations", { as: admin, body: wrong })).status).toBe(400);
});

test("ONB08 INV08 NTF04 after 30 days an invitation has expired: it can be sent again or cancelled, and not answered", async () => {
  const [admin, invitee] = [await signUp(world), await signUp(world)];
  const id = await invite(world, admin, invitee);
  world.clock.advance(30 * day - 1);
  expect(await received(invitee)).toEqual([id]);
  expect(await sent(admin)).toMatchObject([{ id, status: "pending" }]);
  world.clock.advance(1);
  expect(await received(invitee)).toEqual([]);
  expect(await sent(admin)).toMatchObject([{ id, status: "expired" }]);
  const [notice] = await news(invitee);
  expect(notice).toMatchObject({ read: true, metadata: { invitationStatus: "expired" } });
  for (const verb of ["accept", "reject"])
    expect(await codeOf(await ask(invitee, verb, id))).toEqual([409, "EXPIRED"]);
  const moves = `/invitations/${id}/moves`;
  expect((await call(world, "GET", moves, { as: await signInAgain(world, invitee) })).status).toBe(409);
  const again = { as: await signInAgain(world, admin), body: { inviteeEmail: invitee.identity.email } };
  const refused = await call(world, "POST", "/invitations", again);
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { message: expect.stringContaining("Send it again") },
  ]);
  expect((await ask(admin, "cancel", id)).status).toBe(204);
  expect(await sent(admin)).toEqual([]);
  expect(await invite(world, admin, invitee)).not.toBe(id);
});

test("ONB08 an invitation that is sent again has a new end, is told again, and is accepted as before", async () => {
  const [admin, invitee] = [await signUp(world), await signUp(world)];
  const id = await invite(world, admin, invitee);
  world.clock.advance(31 * day);
  const answer = await ask(admin, "resend", id);
  expect(answer.status).toBe(200);
  const endsAt = new Date(world.clock.now() + 30 * day).toISOString();
  expect(await answer.json()).toMatchObject({ id, status: "pending", endsAt });
  expect(await sent(admin)).toMatchObject([{ id, status: "pending", endsAt }]);
  const [newest, first] = await news(invitee);
  expect(newest).toMatchObject({ read: false, message: expect.stringContaining("sent again") });
  expect(first).toMatchObject({ metadata: { invitationStatus: "pending" } });
  const [mine, theirs] = [
    sentInvitationKey(scopeOf(admin), id),
    receivedInvitationKey(invitee.accountId, id),
  ];
  const rows = await world.services.table.batchGet([mine, theirs]);
  for (const row of rows) expect(row?.["ttl"]).toBe((world.clock.now() + 120 * day) / 1_000);
  world.clock.advance(29 * day);
  expect((await ask(invitee, "accept", id)).status).toBe(204);
  expect(await codeOf(await ask(admin, "resend", id))).toEqual([409, "NOT_PENDING"]);
});

test("ONB08 SEC19 an invitation is sent again three times a day", async () => {
  const [admin, invitee] = [await signUp(world), await signUp(world)];
  const id = await invite(world, admin, invitee);
  for (let round = 0; round < 3; round += 1) {
    world.clock.advance(1_000);
    expect((await ask(admin, "resend", id)).status).toBe(200);
  }
  expect(await codeOf(await ask(admin, "resend", id))).toEqual([429, "RESENT_TOO_OFTEN"]);
  world.clock.advance(day);
  expect((await ask(admin, "resend", id)).status).toBe(200);
});

test("ONB08 SEC19 cancelling and inviting in turn notifies one person five times a day, and no more by sending again", async () => {
  const [admin, invitee, other] = [await signUp(world), await signUp(world), await signUp(world)];
  const body = { inviteeEmail: invitee.identity.email };
  const inviteAgain = async (as: Person) =>
    await call(world, "POST", "/invitations", { as: await signInAgain(world, as), body });
  for (let round = 0; round < 5; round += 1) {
    const { id } = (await (await inviteAgain(admin)).json()) as Invitation;
    const again = await ask(admin, "resend", id);
    expect(again.status).toBe(round < 3 ? 200 : 429);
    expect((await ask(admin, "cancel", id)).status).toBe(204);
    world.clock.advance(1_000);
  }
  const refused = await inviteAgain(admin);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await codeOf(refused)).toEqual([429, "INVITED_TOO_OFTEN"]);
  expect(await news(invitee)).toHaveLength(8);
  // A refusal is for one organization and one person.
  expect((await inviteAgain(other)).status).toBe(201);
  expect(await invite(world, admin, other)).toMatch(/^inv_/);
  world.clock.advance(day);
  expect((await inviteAgain(admin)).status).toBe(201);
});

test("ONB08 R22 an invitation of a former version, without role and end, is a viewer's and ends 30 days after it was sent", async () => {
  const [admin, invitee] = [await signUp(world), await signUp(world)];
  const id = await invite(world, admin, invitee);
  const end = new Date(world.clock.now() + 30 * day).toISOString();
  for (const key of [sentInvitationKey(scopeOf(admin), id), receivedInvitationKey(invitee.accountId, id)])
    await world.services.table.update(key, { remove: ["role", "endsAt", "ttl"] });
  expect(await sent(admin)).toMatchObject([{ id, role: "VIEWER", endsAt: end }]);
  expect((await ask(invitee, "accept", id)).status).toBe(204);
  expect(await rolesOf(invitee)).toEqual(["VIEWER"]);
});

test("ONB08 INV08 whoever belongs to the organization already keeps the role, whatever the invitation carries", async () => {
  const [admin, invitee] = [await signUp(world), await signUp(world, {}, ["VIEWER"])];
  const body = { inviteeEmail: invitee.identity.email, role: "ORG_ADMIN" };
  const made = await call(world, "POST", "/invitations", { as: await signInAgain(world, admin), body });
  await join(world, invitee, admin);
  expect((await ask(invitee, "accept", ((await made.json()) as Invitation).id)).status).toBe(204);
  expect(await rolesOf(invitee)).toEqual(["VIEWER"]);
});
