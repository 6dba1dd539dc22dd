import { expect, test } from "vitest";
import { worldOfFile } from "../../../../tests/support/world-of-file.ts";
import { join, type Person, signUp } from "../../../../tests/support/world.ts";
import type { Role } from "../contract/people/roles.ts";
import { accountKey } from "./account.keys.ts";
import { type Account, byId, organizationOf } from "./account.ts";
import { guardsOf } from "./guards.ts";

const world = await worldOfFile();

async function accountOf(person: Person): Promise<Account> {
  const account = await byId(world.services, person.accountId);
  if (!account) throw new Error("there is no such account");
  return account;
}

/** The guards of giving a person these roles: in their own organization, in the host's, or in none. */
async function guards(person: Person, roles: readonly Role[], host: Person | null = person) {
  const organization = host && organizationOf(await accountOf(host));
  return await guardsOf(world.services, await accountOf(person), { roles, organization });
}

/** A person with these roles in the organization of its founder. */
async function colleague(founder: Person, ...roles: Role[]): Promise<Person> {
  const person = await signUp(world, {}, roles);
  await join(world, person, founder);
  return person;
}

test("ROL40 who keeps the role where they are, or never had it, needs nobody else", async () => {
  const founder = await signUp(world);
  const viewer = await colleague(founder, "VIEWER");
  expect(await guards(founder, ["VIEWER", "ORG_ADMIN"])).toEqual([]);
  expect(await guards(viewer, [], null)).toEqual([]);
});

test("ROL40 the only administrator stays one, whether they would be demoted, moved or deleted", async () => {
  const [founder, elsewhere] = [await signUp(world), await signUp(world)];
  await colleague(founder, "VIEWER");
  const changes: Parameters<typeof guards>[] = [
    [founder, ["VIEWER"]],
    [founder, ["ORG_ADMIN"], elsewhere],
    [founder, [], null],
  ];
  for (const change of changes)
    await expect(guards(...change)).rejects.toMatchObject({ kind: "conflict", code: "LAST_ORG_ADMIN" });
});

test("ROL40 Q28 the only member may leave, and is not demoted where they stay", async () => {
  const alone = await signUp(world);
  expect(await guards(alone, [], null)).toEqual([]);
  await expect(guards(alone, ["VIEWER"])).rejects.toMatchObject({ code: "LAST_ORG_ADMIN" });
});

test("ROL40 another administrator of the same organization is checked, and none of another one", async () => {
  const founder = await signUp(world);
  await colleague(founder, "VIEWER");
  await colleague(await signUp(world), "ORG_ADMIN");
  await expect(guards(founder, ["VIEWER"])).rejects.toMatchObject({ code: "LAST_ORG_ADMIN" });
  const admin = await colleague(founder, "ORG_ADMIN");
  expect(await guards(founder, ["VIEWER"])).toEqual([
    {
      check: accountKey(admin.accountId),
      when: [
        { attribute: "roles", contains: "ORG_ADMIN" },
        { attribute: "organizationId", is: "=", value: founder.organizationId },
      ],
    },
  ]);
});

test("ROL38 ROL39 ROL40 the last super admin stays one, and another person is checked once for both roles", async () => {
  const root = await signUp(world, {}, ["SUPER_ADMIN", "ORG_ADMIN"]);
  const last = { kind: "conflict", code: "LAST_SUPER_ADMIN" };
  await expect(guards(root, ["VIEWER", "ORG_ADMIN"])).rejects.toMatchObject(last);
  await expect(guards(root, [], null)).rejects.toMatchObject(last);
  expect(await guards(root, ["SUPER_ADMIN", "VIEWER"], await signUp(world))).toEqual([]);
  const other = await colleague(root, "SUPER_ADMIN", "ORG_ADMIN");
  expect(await guards(root, ["VIEWER"])).toEqual([
    {
      check: accountKey(other.accountId),
      when: [
        { attribute: "roles", contains: "SUPER_ADMIN" },
        { attribute: "roles", contains: "ORG_ADMIN" },
        { attribute: "organizationId", is: "=", value: root.organizationId },
      ],
    },
  ]);
});
