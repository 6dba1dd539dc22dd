import { accountKey } from "@shardwatch/core/account/account.keys";
import type { ReportAccepted, ReportedDeployment } from "@shardwatch/core/contract/report";
import { beforeEach, expect, test } from "vitest";
import { invite } from "../support/invitations.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { giveRoles } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
type Key = Awaited<ReturnType<typeof createKey>>;
let admin: Person;
let viewer: Person;
let colleague: Person;
let owners: Key;
let id: string;

/** A viewer's agent reports "orders" of the admin's organization, which has another viewer. */
beforeEach(async () => {
  admin = await signUp(world);
  viewer = await signUp(world, {}, ["VIEWER"]);
  colleague = await signUp(world, {}, ["VIEWER"]);
  for (const person of [viewer, colleague]) await join(world, person, admin);
  owners = await createKey(world, colleague);
  id = (await report(owners, "owners", "orders")).deployments[0]?.id ?? "";
});

async function report(
  key: Key,
  agent: string,
  ...what: (string | ReportedDeployment)[]
): Promise<ReportAccepted> {
  world.clock.advance(10_000);
  const deployments = what.map((one) =>
    typeof one === "string" ? reported(one, { databases: databases(2) }) : one,
  );
  const body = reportOf(world, deployments, { agent: { id: agent.padEnd(12, "0"), version: "1" } });
  const answer = await send(world, key.compositeKey, body);
  expect(answer.status).toBe(202);
  return (await answer.json()) as ReportAccepted;
}

async function ask(as: Person, method: string, path: string): Promise<void> {
  expect((await call(world, method, path, { as: await signInAgain(world, as) })).status).toBe(204);
}

async function seenBy(person: Person): Promise<{ name: string }[]> {
  const answer = await call(world, "GET", "/deployments", { as: await signInAgain(world, person) });
  return ((await answer.json()) as { deployments: { name: string }[] }).deployments;
}
const namesSeenBy = async (person: Person) => (await seenBy(person)).map(({ name }) => name).toSorted();

test("R17 a deleted deployment comes back by the person whose key owned it, or an admin, not by whoever reports first", async () => {
  const stolen = await createKey(world, viewer);
  await ask(admin, "DELETE", `/deployments/${id}`);
  expect((await report(stolen, "second", "orders", "own")).refused).toMatchObject([{ id }]);
  expect(await namesSeenBy(admin)).toEqual(["own"]);
  const next = await createKey(world, colleague);
  expect((await report(next, "third", "orders")).refused, "of the same person").toBeUndefined();
  expect(await namesSeenBy(admin)).toEqual(["orders", "own"]);

  await ask(admin, "DELETE", `/deployments/${id}`);
  const admins = await createKey(world, admin);
  expect((await report(admins, "fourth", "orders")).refused, "of an admin").toBeUndefined();

  // Without the key, no other source has more right to the deployment.
  await ask(admin, "DELETE", `/deployments/${id}`);
  await ask(admin, "DELETE", `/access-key/${admins.keyId}`);
  world.clock.advance(16 * 60_000);
  expect((await report(stolen, "second", "orders", "own")).refused).toBeUndefined();
  expect(await namesSeenBy(admin)).toEqual(["orders", "own"]);
});

test("R17 INV13 whoever comes back brings nothing back that a colleague's key owned there and an admin has deleted", async () => {
  const stolen = await createKey(world, viewer);
  const host = await signUp(world);
  await ask(viewer, "POST", `/invitations/${await invite(world, host, viewer)}/accept`);
  // The key still derives ids from the organization in which it was created.
  const elsewhere = await report(stolen, "second", "orders", "own");
  expect(elsewhere.deployments.map((one) => one.id)).toContain(id);
  await ask(admin, "DELETE", `/deployments/${id}`);
  await ask(viewer, "POST", `/invitations/${await invite(world, admin, viewer)}/accept`);
  expect([await namesSeenBy(admin), await namesSeenBy(host)]).toEqual([["own"], []]);
  expect((await report(stolen, "second", "orders", "own")).refused).toHaveLength(1);
  expect((await report(owners, "owners", "orders")).refused).toBeUndefined();
  expect(await namesSeenBy(admin)).toEqual(["orders", "own"]);
});

test("R17 INV13 whoever comes back writes over nothing that a colleague's key has created there meanwhile", async () => {
  const moving = await createKey(world, viewer);
  const host = await signUp(world);
  await report(moving, "moving", "later");
  await ask(viewer, "POST", `/invitations/${await invite(world, host, viewer)}/accept`);
  // Never read so far: there are no databases that would conflict with the returning ones.
  await report(owners, "theirs", { key: "later", name: "later", type: "STANDALONE", status: "unreachable" });
  const forged = reported("later", { name: "forged" });
  const theirWord = await seenBy(admin);
  await report(moving, "moving", forged);
  await ask(viewer, "POST", `/invitations/${await invite(world, admin, viewer)}/accept`);
  expect(await seenBy(admin), "figures included").toEqual(theirWord);
  expect(await namesSeenBy(host)).toEqual([]);
  expect((await report(moving, "moving", forged)).refused).toHaveLength(1);
  expect(await namesSeenBy(admin)).toEqual(["later", "orders"]);
});

test("R17 the key of an admin takes over no more once they are a plain member, nor when they have left then", async () => {
  const former = await signUp(world, {}, ["ORG_ADMIN"]);
  await join(world, former, admin);
  const account = accountKey(former.accountId);
  await world.services.table.update(account, { set: { roles: ["ORG_ADMIN"] } });
  const key = await createKey(world, await signInAgain(world, former));
  await world.services.table.update(account, { set: { roles: ["VIEWER"] } });
  // With the same agent id an admin's key would take over at once.
  expect((await report(key, "owners", "orders")).refused).toMatchObject([{ id }]);
  await world.services.table.update(account, { set: { organizationId: "org_00000000000000000000000000" } });
  world.clock.advance(20 * 60_000);
  expect((await report(key, "owners", "orders")).refused).toMatchObject([{ id }]);
});

test.each([[["ORG_ADMIN"]], [["VIEWER"]]] as const)(
  "R17 ONB08 the key that a removed admin (%s by then) leaves behind reports its own, and takes nothing over",
  async (roles) => {
    const former = await signUp(world, {}, ["ORG_ADMIN"]);
    await join(world, former, admin);
    const key = await createKey(world, former);
    await report(key, "formers", "own");
    await giveRoles(world, former.accountId, [...roles]);
    await ask(admin, "DELETE", `/me/organization/members/${former.accountId}`);
    // With the same agent id an admin's key would take over at once.
    expect((await report(key, "owners", "orders")).refused).toMatchObject([{ id }]);
    world.clock.advance(20 * 60_000);
    const later = await report(key, "owners", "orders", "own");
    expect(later.refused).toMatchObject([{ id }]);
    expect(later.deployments.map((one) => one.key)).toEqual(["own"]);
    await ask(admin, "DELETE", `/deployments/${id}`);
    world.clock.advance(20 * 60_000);
    expect((await report(key, "owners", "orders", "own")).refused, "nor back").toMatchObject([{ id }]);
    await join(world, former, admin);
    await giveRoles(world, former.accountId, ["ORG_ADMIN"]);
    world.clock.advance(20 * 60_000);
    const again = await report(key, "owners", "orders", "own");
    expect(again.refused, "nor when they are an admin there again").toMatchObject([{ id }]);
  },
);

test("R17 who managed another organization takes nothing over with the key that came along, nor does the key when they have left", async () => {
  const [boss, late] = [await signUp(world), await signUp(world)];
  await join(world, late, boss);
  const [theirs, later] = [await createKey(world, boss), await createKey(world, late)];
  await report(later, "late", "theirs");
  for (const person of [late, boss])
    await ask(person, "POST", `/invitations/${await invite(world, admin, person)}/accept`);
  world.clock.advance(10 * 60_000);
  expect((await report(theirs, "boss", "theirs")).refused).toHaveLength(1);
  await giveRoles(world, boss.accountId, ["ORG_ADMIN"]);
  world.clock.advance(20 * 60_000);
  expect((await report(theirs, "boss", "theirs")).refused, "also as an admin here").toHaveLength(1);
  await join(world, boss, await signUp(world));
  // What was refused is checked again after a quarter of an hour.
  world.clock.advance(20 * 60_000);
  expect((await report(theirs, "boss", "theirs")).refused).toHaveLength(1);
});
