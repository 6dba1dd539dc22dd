import { signInAccount } from "@shardwatch/core/account/sign-in";
import { setRoles } from "@shardwatch/core/account/account.table";
import { accountKey } from "@shardwatch/core/account/account.keys";
import { expect, test } from "vitest";
import { worldOfFile } from "../support/world-of-file.ts";
import { signUp } from "../support/world.ts";

const world = await worldOfFile();

test("ROL37 a configured email becomes super admin at a later sign-in too, but only while nobody is", async () => {
  const person = await signUp(world, { email: "later@example.com" });
  const services = {
    ...world.services,
    settings: { ...world.services.settings, superAdminEmails: ["later@example.com", "second@example.com"] },
  };
  expect((await signInAccount(services, person.identity)).roles).toEqual(["SUPER_ADMIN", "ORG_ADMIN"]);
  const second = await signUp(world, { email: "second@example.com" });
  expect((await signInAccount(services, second.identity)).roles).toEqual(["ORG_ADMIN"]);
  const stranger = await signUp(world);
  expect((await signInAccount(services, stranger.identity)).roles).toEqual(["ORG_ADMIN"]);
});

test("ROL37 somebody who was demoted is not promoted again while there is another super admin", async () => {
  const root = await signUp(world, { email: "Root@example.com" });
  const row = await world.services.table.get(accountKey(root.accountId));
  expect(row?.["roles"]).toEqual(["SUPER_ADMIN", "ORG_ADMIN"]);
  await world.services.table.update(accountKey(root.accountId), setRoles(root.accountId, ["VIEWER"]));
  expect((await signInAccount(world.services, root.identity)).roles).toEqual(["VIEWER"]);
});
