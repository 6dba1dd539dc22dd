import { organization } from "@shardwatch/core/contract/organization";
import { expect, test } from "vitest";
import { accountOf, superAdmin } from "../support/administer.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
const root = await superAdmin(world);

const found = (as: Person, body: object = { name: "Fresh start" }) =>
  call(world, "POST", "/me/organization", { as, body });
const count = async () =>
  ((await (await call(world, "GET", "/organizations", { as: root })).json()) as { organizations: unknown[] })
    .organizations.length;

/** A person whose organization was deleted. */
async function loner(): Promise<Person> {
  const person = await signUp(world);
  await dissolve(person.organizationId);
  return person;
}

async function dissolve(id: string): Promise<void> {
  expect((await call(world, "DELETE", `/organizations/${id}`, { as: root })).status).toBe(204);
}

test("ONB07 AMD13 ROL14 somebody without an organization creates one, is its admin at once, and can go on", async () => {
  const person = await loner();
  const { email, firstName, lastName } = person.identity;
  const answer = await found(person, { name: "  Fresh start ", description: " Caches " });
  expect(answer.status).toBe(201);
  const created = organization.parse(await answer.json());
  expect(created).toEqual({
    id: created.id,
    name: "Fresh start",
    description: "Caches",
    onlyAdminsManageSources: false,
    members: [{ id: person.accountId, email, firstName, lastName }],
  });
  expect(await accountOf(world, root, person)).toMatchObject({
    organization: { id: created.id, name: "Fresh start" },
    roles: ["ORG_ADMIN"],
  });
  await createKey(world, person, "First agent");
  expect((await call(world, "POST", "/organizations", { as: person, body: { name: "Other" } })).status).toBe(
    403,
  );
});

test("ONB07 whoever has an organization creates no second one, also not in two tabs at once", async () => {
  const member = await signUp(world);
  const refused = await found(member);
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: "HAS_ORGANIZATION" }]);
  const person = await loner();
  const before = await count();
  const answers = await Promise.all(Array.from({ length: 3 }, () => found(person)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409, 409]);
  expect(await count()).toBe(before + 1);
});

test("ONB07 ORG05 ORG09 SEC22 a name that is empty or too long is refused with its field, and costs no attempt", async () => {
  const person = await loner();
  for (const name of ["", "   ", "x".repeat(101), undefined, "a\u200bb"]) {
    const refused = await found(person, { name });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ details: [expect.stringContaining("name: ")] });
  }
  expect((await found(person)).status).toBe(201);
});

test("ONB07 SEC19 a person creates three organizations a day, a super admin too, and refusals do not count", async () => {
  const person = await loner();
  for (let round = 0; round < 3; round += 1) {
    const answer = await found(person);
    expect(answer.status).toBe(201);
    expect((await found(person)).status).toBe(409);
    await dissolve(((await answer.json()) as { id: string }).id);
  }
  const refused = await found(person);
  expect([refused.status, await refused.json()]).toMatchObject([429, { code: "TOO_MANY_ORGANIZATIONS" }]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
});
