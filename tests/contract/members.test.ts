import type { Account } from "@shardwatch/core/contract/people/account";
import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import { type Member, memberList } from "@shardwatch/core/contract/people/member";
import type { NotificationList } from "@shardwatch/core/contract/channel/notification";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { createApp } from "@shardwatch/functions/api/app";
import { expect, test } from "vitest";
import { accountOf, everyPage, superAdmin } from "../support/administer.ts";
import { interrupted } from "../support/interrupted.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp, webOrigin } from "../support/world.ts";

const world = await worldOfFile();
const root = await superAdmin(world);

const path = "/me/organization/members";
const of = ({ accountId }: Person) => `${path}/${accountId}`;
const change = (as: Person, who: Person, role: unknown) =>
  call(world, "PATCH", of(who), { as, body: { role } });
const remove = (as: Person, who: Person, query = "") => call(world, "DELETE", `${of(who)}${query}`, { as });
const problem = async (answer: Response) =>
  ({ status: answer.status, ...((await answer.json()) as ProblemBody) }) as Record<string, unknown>;
const rolesOf = async (who: Person): Promise<Account["roles"]> => (await accountOf(world, root, who)).roles;
const keysOf = async (as: Person) => {
  const answer = await call(world, "GET", "/access-key", { as });
  return ((await answer.json()) as { accessKeys: AccessKey[] }).accessKeys.map(({ name }) => name);
};

/** An admin with a colleague. */
async function pair(role: "VIEWER" | "ORG_ADMIN" = "VIEWER"): Promise<[Person, Person]> {
  const admin = await signUp(world, { company: "Acme" });
  // Ids of the same moment have no order.
  world.clock.advance(1_000);
  const colleague = await signUp(world, { firstName: "Vera", lastName: "Viewer" }, [role]);
  await join(world, colleague, admin);
  return [admin, colleague];
}

test("ONB08 AMD13 ORG23 admins see the members with role and last sign-in, page by page, and viewers do not", async () => {
  const [admin, viewer] = await pair();
  const before = new Date(world.clock.now()).toISOString();
  world.clock.advance(60_000);
  const now = await signInAgain(world, admin);
  world.recorder.clear();
  const answer = await call(world, "GET", path, { as: now });
  expect(answer.status).toBe(200);
  expect(world.recorder.sequentialRoundTrips()).toBe(3);
  const { members } = memberList.parse(await answer.json());
  const { firstName, lastName, email } = admin.identity;
  const first = { id: admin.accountId, firstName, lastName, email, roles: ["ORG_ADMIN"] };
  expect(members).toEqual([
    { ...first, lastLogin: new Date(world.clock.now()).toISOString() },
    expect.objectContaining({ id: viewer.accountId, roles: ["VIEWER"], lastLogin: before }),
  ]);
  expect(await everyPage<Member>(world, now, `${path}?limit=1`, "members")).toEqual(members);
  for (const refused of [
    await call(world, "GET", path, { as: viewer }),
    await change(viewer, viewer, "ORG_ADMIN"),
    await remove(viewer, admin),
  ])
    expect(refused.status).toBe(403);
  expect(await rolesOf(viewer)).toEqual(["VIEWER"]);
});

test("ONB08 a viewer sees the roles of the members, to know whom to ask, and nothing else about them", async () => {
  const [admin, viewer] = await pair();
  const answer = await call(world, "GET", "/me/organization/roles", { as: viewer });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    members: expect.arrayContaining([
      { id: admin.accountId, roles: ["ORG_ADMIN"] },
      { id: viewer.accountId, roles: ["VIEWER"] },
    ]) as unknown,
  });
});

test("ONB08 AMD13 ROL11 ROL41 an admin changes a member's role, which counts at the next request", async () => {
  const [admin, viewer] = await pair();
  const changed = await change(admin, viewer, "ORG_ADMIN");
  expect(changed.status).toBe(200);
  expect(await changed.json()).toMatchObject({ id: viewer.accountId, roles: ["ORG_ADMIN"] });
  expect((await call(world, "GET", path, { as: viewer })).status).toBe(200);
  expect((await change(viewer, admin, "VIEWER")).status).toBe(200);
  expect((await call(world, "GET", path, { as: admin })).status).toBe(403);
});

test("AMD13 nobody becomes a super admin this way, and a super admin stays one", async () => {
  const [admin, colleague] = await pair();
  expect((await change(admin, colleague, "SUPER_ADMIN")).status).toBe(400);
  expect((await change(admin, colleague, undefined)).status).toBe(400);
  expect(await rolesOf(colleague)).toEqual(["VIEWER"]);
  const watcher = await signUp(world, {}, ["SUPER_ADMIN", "VIEWER"]);
  await join(world, watcher, admin);
  expect((await change(admin, watcher, "ORG_ADMIN")).status).toBe(200);
  expect(await rolesOf(watcher)).toEqual(["SUPER_ADMIN", "ORG_ADMIN"]);
  expect((await remove(admin, watcher)).status).toBe(204);
  expect(await rolesOf(watcher)).toEqual(["SUPER_ADMIN"]);
});

test("ONB08 ROL40 the last admin keeps the role and the membership, whoever asks", async () => {
  const [admin, viewer] = await pair();
  expect(await problem(await change(admin, admin, "VIEWER"))).toMatchObject({
    status: 409,
    code: "LAST_ORG_ADMIN",
  });
  const watcher = await signUp(world, {}, ["SUPER_ADMIN", "VIEWER"]);
  await join(world, watcher, admin);
  await createKey(world, admin, "Stays");
  for (const query of ["", "?revokeKeys=true"])
    expect(await problem(await remove(watcher, admin, query))).toMatchObject({
      status: 409,
      code: "LAST_ORG_ADMIN",
    });
  expect(await keysOf(admin)).toEqual(["Stays"]);
  expect(await problem(await remove(admin, admin))).toMatchObject({ status: 409, code: "OWN_MEMBERSHIP" });
  expect((await change(admin, viewer, "ORG_ADMIN")).status).toBe(200);
  expect((await change(admin, admin, "VIEWER")).status).toBe(200);
});

test("ROL40 of two admins who demote or remove each other at the same time, one stays an admin", async () => {
  const verbs = [
    (as: Person, who: Person) => change(as, who, "VIEWER"),
    (as: Person, who: Person) => remove(as, who),
  ];
  for (const one of verbs)
    for (const other of verbs) {
      const [first, second] = await pair("ORG_ADMIN");
      const answers = await Promise.all([one(first, second), other(second, first)]);
      const done = answers.map(({ ok }) => ok);
      expect(done.filter((ok) => ok)).toHaveLength(1);
      expect([403, 409]).toContain(answers[done.indexOf(false)]?.status);
      const [winner, loser] = done[0] ? [first, second] : [second, first];
      expect(await rolesOf(winner)).toEqual(["ORG_ADMIN"]);
      expect(await rolesOf(loser)).not.toContain("ORG_ADMIN");
    }
});

test("ROL40 of two admins who give their own role up at the same time, one keeps it", async () => {
  for (let round = 0; round < 4; round += 1) {
    const both = await pair("ORG_ADMIN");
    const answers = await Promise.all(both.map((each) => change(each, each, "VIEWER")));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  }
});

test("ONB08 AMD13 whoever is removed sees nothing more, is told, keeps the account, and leaves keys behind that work", async () => {
  const [admin, viewer] = await pair();
  const { compositeKey } = await createKey(world, viewer, "Vera agent");
  expect((await remove(admin, viewer)).status).toBe(204);
  expect(await accountOf(world, root, viewer)).toMatchObject({ organization: null, roles: [] });
  const list = await call(world, "GET", "/deployments", { as: viewer });
  expect([list.status, await list.json()]).toEqual([200, { deployments: [] }]);
  const news = (await (
    await call(world, "GET", "/notifications", { as: viewer })
  ).json()) as NotificationList;
  expect(news.notifications).toMatchObject([
    { type: "MEMBER_REMOVED", message: expect.stringContaining("removed you from Acme"), read: false },
  ]);
  expect((await send(world, compositeKey, reportOf(world, [reported("cache")]))).status).toBe(202);
  expect(await keysOf(admin)).toEqual(["Vera agent"]);
  const left = await call(world, "GET", "/me/organization", { as: admin });
  expect(((await left.json()) as { members: unknown[] }).members).toHaveLength(1);
  expect((await remove(admin, viewer)).status).toBe(404);
});

test("ONB08 a removal revokes the member's keys on request, and nobody else's", async () => {
  const [admin, viewer] = await pair();
  const { compositeKey } = await createKey(world, viewer, "Vera agent");
  await createKey(world, admin, "Own agent");
  expect((await remove(admin, viewer, "?revokeKeys=yes")).status).toBe(400);
  expect((await remove(admin, viewer, "?revokeKeys=true")).status).toBe(204);
  expect((await send(world, compositeKey, reportOf(world, [reported("cache")]))).status).toBe(401);
  expect(await keysOf(admin)).toEqual(["Own agent"]);
});

test("ONB08 somebody without an organization manages no members", async () => {
  const loner = await superAdmin(world);
  await call(world, "DELETE", `/organizations/${loner.organizationId}`, { as: loner });
  for (const answer of [await call(world, "GET", path, { as: loner }), await change(loner, root, "VIEWER")])
    expect(await problem(answer)).toMatchObject({ status: 404, code: "NO_ORGANIZATION" });
});

test("R5 ROL41 an admin who is demoted while they change a role or remove somebody changes nothing", async () => {
  for (const method of ["PATCH", "DELETE"]) {
    const [admin, viewer] = await pair();
    const second = await signUp(world, {}, ["ORG_ADMIN"]);
    await join(world, second, admin);
    const demoted = () => change(admin, second, "VIEWER");
    const app = createApp({ ...world.services, table: interrupted(world, /^Transact/, demoted) });
    const cookie = `shardwatch_session=${second.session.reveal()}`;
    const headers = { origin: webOrigin, cookie, "content-type": "application/json" };
    const body = method === "PATCH" ? { body: JSON.stringify({ role: "ORG_ADMIN" }) } : {};
    expect((await app.request(of(viewer), { method, headers, ...body })).status).toBe(403);
    expect(await accountOf(world, root, viewer)).toMatchObject({
      roles: ["VIEWER"],
      organization: { id: admin.organizationId },
    });
  }
});
