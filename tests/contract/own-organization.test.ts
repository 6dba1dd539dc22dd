import { accountKey } from "@shardwatch/core/account/account.keys";
import { createOrganization } from "@shardwatch/core/account/create-organization";
import { provisionMember } from "@shardwatch/core/account/sign-in";
import { type Organization, organization } from "@shardwatch/core/contract/people/organization";
import type { Role } from "@shardwatch/core/contract/people/roles";
import { organizationKey } from "@shardwatch/core/organization/organization.keys";
import { open } from "@shardwatch/core/session/session";
import { beforeEach, expect, test } from "vitest";
import { accountOf, superAdmin } from "../support/administer.ts";
import { interrupted } from "../support/interrupted.ts";
import { actorFor, scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
let person: Person;

beforeEach(async () => {
  person = await signUp(world, { company: "Acme" });
});

const path = "/me/organization";
const get = async (as: Person) => await call(world, "GET", path, { as });
const patch = async (body: unknown, as = person) => await call(world, "PATCH", path, { as, body });
const shown = async (as = person) => (await (await get(as)).json()) as Organization;

/** A viewer in the person's organization, as an invitation creates one. */
async function viewer(): Promise<Person> {
  const identity = { ...person.identity, redisCloudId: `${person.identity.redisCloudId}00` };
  const colleague = { ...identity, email: "vera@acme.example", firstName: "Vera", lastName: "Viewer" };
  // Ids of the same moment have no order.
  world.clock.advance(1_000);
  const account = await provisionMember(world.services, colleague, scopeOf(person), ["VIEWER"]);
  const session = await open(world.services, account);
  return { accountId: account.id, organizationId: person.organizationId, session, identity: colleague };
}

async function withoutOrganization(roles: Role[]): Promise<Person> {
  await world.services.table.update(accountKey(person.accountId), {
    set: { roles },
    remove: ["organizationId"],
  });
  return person;
}

test("API17 ORG23 every member reads the own organization, with its members by one query", async () => {
  const colleague = await viewer();
  world.recorder.clear();
  const answer = await get(colleague);
  expect(answer.status).toBe(200);
  const { email, firstName, lastName } = person.identity;
  expect(await answer.json()).toEqual({
    id: person.organizationId,
    name: "Acme",
    description: null,
    onlyAdminsManageSources: false,
    members: [
      { id: person.accountId, email, firstName, lastName },
      { id: colleague.accountId, email: "vera@acme.example", firstName: "Vera", lastName: "Viewer" },
    ],
  });
  const commands = world.recorder.sent.map((sent) => sent.command).toSorted();
  expect(commands).toEqual(["BatchGetItemCommand", "GetItemCommand", "QueryCommand"]);
});

test("API18 ORG10 ROL21 a manager changes name and description, trimmed, and everybody sees the new ones", async () => {
  const colleague = await viewer();
  const answer = await patch({ name: "  Acme & Sons ", description: "\t Caches, <b>mostly</b>  " });
  expect(answer.status).toBe(200);
  const changed = (await answer.json()) as Organization;
  expect(changed).toMatchObject({ name: "Acme & Sons", description: "Caches, <b>mostly</b>" });
  expect(changed.members).toHaveLength(2);
  expect(await shown(colleague)).toEqual(changed);
});

test("API18 ORG06 a description that is left out stays, an empty one is removed", async () => {
  await patch({ name: "Acme", description: "Caches" });
  await patch({ name: "Acme 2" });
  expect(await shown()).toMatchObject({ name: "Acme 2", description: "Caches" });
  const emptied = await patch({ name: "Acme 2", description: "   " });
  expect(await emptied.json()).toMatchObject({ description: null });
  expect(await shown()).toMatchObject({ name: "Acme 2", description: null });
});

test("API18 ORG05 ORG09 what is wrong is refused with the field, and nothing changes", async () => {
  const wrong: [object, string, RegExp][] = [
    [{ name: "" }, "Organization name is required", /^name: /],
    [{ name: " \t " }, "Organization name is required", /^name: /],
    [{ description: "Caches" }, "Organization name is required", /^name: /],
    [{ name: "x".repeat(101) }, "Organization name must be no more than 100 characters long", /^name: /],
    [
      { name: "Acme", description: "x".repeat(501) },
      "Description must be no more than 500 characters long",
      /^description: /,
    ],
  ];
  for (const [body, message, detail] of wrong) {
    const answer = await patch(body);
    expect(answer.status, JSON.stringify(body).slice(0, 60)).toBe(400);
    const problem = (await answer.json()) as { message: string; details: string[] };
    expect(problem.message).toBe(message);
    expect(problem.details.join("\n")).toMatch(detail);
  }
  expect(await shown()).toMatchObject({ name: "Acme", description: null });
});

test("API18 ROL21 a viewer is refused, and nothing changes", async () => {
  const answer = await patch({ name: "Mine now" }, await viewer());
  expect(answer.status).toBe(403);
  expect(await shown()).toMatchObject({ name: "Acme" });
});

const noOrganization = {
  code: "NO_ORGANIZATION",
  message: "You are not currently a member of any organization.",
};

test("API17 API18 somebody without organization gets 404 NO_ORGANIZATION", async () => {
  for (const roles of [[], ["SUPER_ADMIN"]] satisfies Role[][]) {
    const loner = await withoutOrganization(roles);
    for (const answer of [await get(loner), await patch({ name: "New" }, loner)]) {
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject(noOrganization);
    }
  }
});

test("API17 API18 an organization that is about to be deleted is gone, and one that is gone stays so", async () => {
  const key = organizationKey(scopeOf(person));
  const refuses = async () => {
    for (const answer of [await patch({ name: "Ghost" }), await get(person)]) {
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject(noOrganization);
    }
  };
  await world.services.table.update(key, { set: { deletedAt: world.clock.now() } });
  await refuses();
  expect(await world.services.table.get(key)).toMatchObject({ name: "Acme" });
  await world.services.table.remove(key);
  await refuses();
  expect(await world.services.table.get(key)).toBeUndefined();
});

const root = await superAdmin(world);

const found = (as: Person, body: object = { name: "Fresh start" }) =>
  call(world, "POST", "/me/organization", { as, body });

const count = async () =>
  ((await (await call(world, "GET", "/organizations", { as: root })).json()) as { organizations: unknown[] })
    .organizations.length;

/** A person whose organization was deleted. */
async function withoutAny(): Promise<Person> {
  const founder = await signUp(world);
  await dissolve(founder.organizationId);
  return founder;
}

async function dissolve(id: string): Promise<void> {
  expect((await call(world, "DELETE", `/organizations/${id}`, { as: root })).status).toBe(204);
}

test("ONB07 AMD13 ROL14 somebody without an organization creates one, is its admin at once, and can go on", async () => {
  const founder = await withoutAny();
  const { email, firstName, lastName } = founder.identity;
  const answer = await found(founder, { name: "  Fresh start ", description: " Caches " });
  expect(answer.status).toBe(201);
  const created = organization.parse(await answer.json());
  expect(created).toEqual({
    id: created.id,
    name: "Fresh start",
    description: "Caches",
    onlyAdminsManageSources: false,
    members: [{ id: founder.accountId, email, firstName, lastName }],
  });
  expect(await accountOf(world, root, founder)).toMatchObject({
    organization: { id: created.id, name: "Fresh start" },
    roles: ["ORG_ADMIN"],
  });
  await createKey(world, founder, "First agent");
  expect((await call(world, "POST", "/organizations", { as: founder, body: { name: "Other" } })).status).toBe(
    403,
  );
});

test("ONB07 a person with an organization creates no second one, also not in two tabs at once", async () => {
  const member = await signUp(world);
  const refused = await found(member);
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: "HAS_ORGANIZATION" }]);
  const founder = await withoutAny();
  const before = await count();
  // The other tab creates its organization just before this one would write.
  const table = interrupted(world, /^Transact/, async () => expect((await found(founder)).status).toBe(201));
  const ctx = { ...world.services, table, actor: await actorFor(world, founder), requestId: "tab" };
  await expect(createOrganization(ctx, { name: "Second" })).rejects.toMatchObject({
    code: "HAS_ORGANIZATION",
  });
  expect(await count()).toBe(before + 1);
});

test("ONB07 ORG05 ORG09 SEC22 a name that is empty or too long is refused with its field, and costs no attempt", async () => {
  const founder = await withoutAny();
  for (const name of ["", "   ", "x".repeat(101), undefined, "a\u200bb"]) {
    const refused = await found(founder, { name });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ details: [expect.stringContaining("name: ")] });
  }
  expect((await found(founder)).status).toBe(201);
});

test("ONB07 SEC19 a person creates three organizations a day, a super admin too, and refusals do not count", async () => {
  const founder = await withoutAny();
  for (let round = 0; round < 3; round += 1) {
    const answer = await found(founder);
    expect(answer.status).toBe(201);
    expect((await found(founder)).status).toBe(409);
    await dissolve(((await answer.json()) as { id: string }).id);
  }
  const refused = await found(founder);
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: "TOO_MANY_ORGANIZATIONS" }]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
});
