import { inviteeKey, sentInvitationKey } from "@shardwatch/core/invitation/invitation.keys";
import { invitation, invitationList } from "@shardwatch/core/contract/invitation";
import type { NotificationList } from "@shardwatch/core/contract/notification";
import { newId } from "@shardwatch/core/kit/ids";
import { expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { invite, pending } from "../support/invitations.ts";
import { scopeOf } from "../support/scope.ts";
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
