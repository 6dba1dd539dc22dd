import { accountKey } from "@shardwatch/core/account/account.keys";
import { setRoles } from "@shardwatch/core/account/account.table";
import { signInAccount } from "@shardwatch/core/account/sign-in";
import type { Account } from "@shardwatch/core/contract/people/account";
import type { Organization } from "@shardwatch/core/contract/people/organization";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { notificationKey, notificationsOf } from "@shardwatch/core/notification/notification.keys";
import { describe, expect, onTestFinished, test } from "vitest";
import { accountOf, assign, everyPage, superAdmin } from "../support/administer.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp, startWorld } from "../support/world.ts";

const world = await worldOfFile();
const root = await superAdmin(world);
const list = (query = "") => everyPage<Account>(world, root, `/accounts${query}`, "accounts");
const problem = async (answer: Response) => (await answer.json()) as ProblemBody;
const remove = (who: Person, as = root) => call(world, "DELETE", `/accounts/${who.accountId}`, { as });
const listStatus = async (as: Person, w = world) => (await call(w, "GET", "/deployments", { as })).status;

describe("reading accounts", () => {
  test("API43 API44 ENT40 ROL10 the list and one account show name, email, organization, roles and last login", async () => {
    const person = await signUp(world, { company: "Shown", firstName: "Ada", lastName: "Lovelace" });
    const expected = {
      id: person.accountId,
      firstName: "Ada",
      lastName: "Lovelace",
      email: person.identity.email,
      organization: { id: person.organizationId, name: "Shown" },
      roles: ["ORG_ADMIN"],
      lastLogin: new Date(world.clock.now()).toISOString(),
      deleting: false,
    };
    expect(await accountOf(world, root, person)).toEqual(expected);
    expect((await list()).find(({ id }) => id === person.accountId)).toEqual(expected);
  });

  test("API43 ADM03 the list of an organization holds its members and nobody else", async () => {
    const host = await signUp(world);
    const guest = await signUp(world);
    await join(world, guest, host);
    const ids = (await list(`?organizationId=${host.organizationId}`)).map(({ id }) => id);
    expect(ids.toSorted()).toEqual([host.accountId, guest.accountId].toSorted());
    expect(await list("?organizationId=org_unknown")).toEqual([]);
  });

  test("API51 both lists go on by cursor over every page, and refuse a cursor that is not theirs", async () => {
    const all = await list();
    expect(all.length).toBeGreaterThan(3);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(await list("?limit=2")).toEqual(all);
    const filter = `?organizationId=${all[0]?.organization?.id}`;
    expect(await list(`${filter}&limit=1`)).toEqual(await list(filter));
    const first = (await (await call(world, "GET", "/accounts?limit=2", { as: root })).json()) as {
      nextCursor: string;
    };
    for (const query of [`${filter}&cursor=${first.nextCursor}`, "?cursor=made-up"])
      expect((await call(world, "GET", `/accounts${query}`, { as: root })).status).toBe(400);
  });
});

describe("changing an account", () => {
  test("API45 ROL11 ROL41 R5 new roles count at the next request, in another warm instance too", async () => {
    const second = await startWorld({ database: world.database });
    const person = await signUp(world);
    const path = `/deployments?organizationId=${root.organizationId}`;
    const status = async () => (await call(second, "GET", path, { as: person })).status;
    expect(await status()).toBe(403);
    const answer = await assign(world, root, person, ["SUPER_ADMIN", "ORG_ADMIN", "SUPER_ADMIN"]);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: person.accountId, roles: ["SUPER_ADMIN", "ORG_ADMIN"] });
    expect(await status()).toBe(200);
    expect((await assign(world, root, person, ["ORG_ADMIN"])).status).toBe(200);
    expect(await status()).toBe(403);
    await second.stop();
  });

  test("API45 ADM10 ADM11 what is missing or unknown is answered 400 with the sentence of the form, and changes nothing", async () => {
    const person = await signUp(world);
    const { organizationId, accountId } = person;
    const before = await accountOf(world, root, person);
    const put = async (body: unknown) => {
      const answer = await call(world, "PUT", `/accounts/${accountId}`, { as: root, body });
      return { status: answer.status, message: (await problem(answer)).message };
    };
    const organization = { status: 400, message: "Organization is required" };
    for (const missing of [undefined, null, ""])
      expect(await put({ organizationId: missing, roles: ["VIEWER"] })).toEqual(organization);
    const role = { status: 400, message: "At least one role is required" };
    for (const roles of [undefined, [], "VIEWER"]) expect(await put({ organizationId, roles })).toEqual(role);
    expect(await put({ organizationId, roles: ["VIEWER", "OWNER"] })).toEqual({
      status: 400,
      message: "Every role must be one of SUPER_ADMIN, ORG_ADMIN, VIEWER",
    });
    expect(await put({ organizationId: "org_00000000000000000000000000", roles: ["VIEWER"] })).toEqual({
      status: 400,
      message: "This organization doesn't exist.",
    });
    expect(await accountOf(world, root, person)).toEqual(before);
  });

  test("API45 Q33 moving an account changes membership only: its deployments and keys stay where they are", async () => {
    const [host, person, colleague] = [await signUp(world), await signUp(world), await signUp(world)];
    await join(world, colleague, person);
    const { compositeKey } = await createKey(world, person);
    await send(world, compositeKey, reportOf(world, [reported("stays")]));
    const former = person.organizationId;
    expect((await assign(world, root, person, ["VIEWER"], host.organizationId)).status).toBe(200);
    expect((await accountOf(world, root, person)).organization?.id).toBe(host.organizationId);
    const members = async (id: string) => {
      const answer = await call(world, "GET", `/organizations/${id}`, { as: root });
      return ((await answer.json()) as Organization).members.map((member) => member.id).toSorted();
    };
    expect(await members(former)).toEqual([colleague.accountId]);
    expect(await members(host.organizationId)).toEqual([host.accountId, person.accountId].toSorted());
    world.clock.advance(60_000);
    expect((await send(world, compositeKey, reportOf(world, [reported("stays")]))).status).toBe(202);
    const seen = await call(world, "GET", "/deployments", { as: await signInAgain(world, colleague) });
    expect(await seen.json()).toMatchObject({ deployments: [{ name: "stays" }] });
    const own = await call(world, "GET", "/deployments", { as: await signInAgain(world, person) });
    expect(await own.json()).toEqual({ deployments: [] });
  });

  test("ROL40 Q28 the last administrator of an organization cannot be demoted, moved or deleted; a second one can, and so can somebody who is alone leave", async () => {
    const [admin, member, host] = [await signUp(world), await signUp(world), await signUp(world)];
    await join(world, member, admin);
    expect((await assign(world, root, member, ["VIEWER"])).status).toBe(200);
    const refused = [
      await assign(world, root, admin, ["VIEWER"]),
      await assign(world, root, admin, ["ORG_ADMIN"], host.organizationId),
      await remove(admin),
    ];
    for (const answer of refused) {
      expect(answer.status).toBe(409);
      expect(await problem(answer)).toMatchObject({ code: "LAST_ORG_ADMIN" });
    }
    expect(await accountOf(world, root, admin)).toMatchObject({ roles: ["ORG_ADMIN"] });
    expect(await listStatus(admin)).toBe(200);
    expect((await assign(world, root, member, ["ORG_ADMIN"])).status).toBe(200);
    expect((await assign(world, root, admin, ["VIEWER"])).status).toBe(200);
    expect((await remove(admin)).status).toBe(204);
    expect((await assign(world, root, member, ["VIEWER"])).status).toBe(409);
    expect((await assign(world, root, member, ["VIEWER"], host.organizationId)).status).toBe(200);
  });

  test("ROL40 two administrators who are demoted at the same time leave one", async () => {
    for (let round = 0; round < 4; round += 1) {
      const [first, second] = [await signUp(world), await signUp(world)];
      await join(world, second, first);
      const answers = await Promise.all([first, second].map((one) => assign(world, root, one, ["VIEWER"])));
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    }
  });
});

describe("the last super admin", () => {
  test("ROL38 ROL39 the last super admin is neither demoted nor deleted, and of two who demote each other one stays", async () => {
    const own = await startWorld();
    const [first, second] = [await superAdmin(own), await superAdmin(own)];
    const demote = (as: Person, who: Person) => assign(own, as, who, ["ORG_ADMIN"]);
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all([demote(first, second), demote(second, first)]);
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      // The slower one is no super admin any more, or is the last one.
      expect([403, 409]).toContain(statuses.find((status) => status !== 200));
      const left = statuses[0] === 200 ? first : second;
      for (const answer of [
        await demote(left, left),
        await call(own, "DELETE", `/accounts/${left.accountId}`, { as: left }),
      ]) {
        expect(answer.status).toBe(409);
        expect(await problem(answer)).toMatchObject({ code: "LAST_SUPER_ADMIN" });
      }
      const other = left === first ? second : first;
      expect((await assign(own, left, other, ["SUPER_ADMIN", "ORG_ADMIN"])).status).toBe(200);
    }
    expect((await call(own, "DELETE", `/accounts/${first.accountId}`, { as: first })).status).toBe(204);
    await own.stop();
  });

  test("ROL38 ROL40 where one person is all that remains of super admins and of administrators, others may go", async () => {
    const own = await startWorld();
    const [first, second] = [await superAdmin(own), await superAdmin(own)];
    await join(own, second, first);
    const demoted = await assign(own, first, second, ["VIEWER"]);
    expect(demoted.status, await demoted.text()).toBe(200);
    expect((await assign(own, first, second, ["SUPER_ADMIN", "ORG_ADMIN"])).status).toBe(200);
    const deletions = [first, second].map((one) =>
      call(own, "DELETE", `/accounts/${one.accountId}`, { as: one }),
    );
    const statuses = (await Promise.all(deletions)).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([204, 409]);
    await own.stop();
  });
});

describe("deleting an account", () => {
  test("API46 ROL12 ROL42 R5 Q21 its sessions and keys are refused at the next request, and its deployments stay", async () => {
    const second = await startWorld({ database: world.database });
    const [admin, person] = [await signUp(world), await signUp(world)];
    await join(world, person, admin);
    const [mine, theirs] = [await createKey(world, person), await createKey(world, admin)];
    await send(world, mine.compositeKey, reportOf(world, [reported("stays")]));
    await world.services.table.put({ ...row(person), title: "gone with its owner" });
    expect(await listStatus(person, second)).toBe(200);
    expect((await remove(person)).status).toBe(204);
    expect(await listStatus(person, second)).toBe(401);
    world.clock.advance(60_000);
    const report = (key: string) => send(second, key, reportOf(world, [reported("stays")]));
    expect((await report(mine.compositeKey)).status).toBe(401);
    expect((await report(theirs.compositeKey)).status).toBe(202);
    const seen = await call(world, "GET", "/deployments", { as: await signInAgain(world, admin) });
    expect(await seen.json()).toMatchObject({ deployments: [{ name: "stays" }] });
    expect(await world.services.table.queryAll(notificationsOf(person.accountId))).toEqual([]);
    expect((await remove(person)).status).toBe(404);
    expect((await list()).map(({ id }) => id)).not.toContain(person.accountId);
    await second.stop();
  });

  const row = ({ accountId }: Person) => notificationKey(accountId, "1");

  test("Q21 the person can sign in again, as a new account in an organization of its own", async () => {
    const [admin, person] = [await signUp(world), await signUp(world)];
    await join(world, person, admin);
    expect((await remove(person)).status).toBe(204);
    const again = await signInAccount(world.services, person.identity);
    expect(again.id).not.toBe(person.accountId);
    expect(again.roles).toEqual(["ORG_ADMIN"]);
    expect(again.organizationId).not.toBe(admin.organizationId);
  });
});

test("ROL37 a configured email becomes super admin at a later sign-in too, but only while nobody is", async () => {
  const emptyWorld = await startWorld();
  onTestFinished(() => emptyWorld.stop());
  const person = await signUp(emptyWorld, { email: "later@example.com" });
  const services = {
    ...emptyWorld.services,
    settings: {
      ...emptyWorld.services.settings,
      superAdminEmails: ["later@example.com", "second@example.com"],
    },
  };
  expect((await signInAccount(services, person.identity)).roles).toEqual(["SUPER_ADMIN", "ORG_ADMIN"]);
  const second = await signUp(emptyWorld, { email: "second@example.com" });
  expect((await signInAccount(services, second.identity)).roles).toEqual(["ORG_ADMIN"]);
  const stranger = await signUp(emptyWorld);
  expect((await signInAccount(services, stranger.identity)).roles).toEqual(["ORG_ADMIN"]);
});

test("ROL37 somebody who was demoted is not promoted again while there is another super admin", async () => {
  const former = await signUp(world, { email: "Root@example.com" });
  const row = await world.services.table.get(accountKey(former.accountId));
  expect(row?.["roles"]).toEqual(["SUPER_ADMIN", "ORG_ADMIN"]);
  await world.services.table.update(accountKey(former.accountId), setRoles(former.accountId, ["VIEWER"]));
  expect((await signInAccount(world.services, former.identity)).roles).toEqual(["VIEWER"]);
});
