import { accountKey } from "@shardwatch/core/account/account.keys";
import { credentialKey } from "@shardwatch/core/agent-key/agent-key.keys";
import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { ReportAccepted } from "@shardwatch/core/contract/report/accepted";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { deploymentKey } from "@shardwatch/core/deployment/rows/deployment.keys";
import { beforeEach, describe, expect, test } from "vitest";
import { invite } from "../support/invitations.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { giveRoles, scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const minute = 60_000;
type Key = Awaited<ReturnType<typeof createKey>>;
let admin: Person;
let viewer: Person;
let colleague: Person;
let owners: Key;

/** An admin with a key, and two viewers of the same organization. */
beforeEach(async () => {
  [admin, viewer, colleague] = [
    await signUp(world),
    await signUp(world, {}, ["VIEWER"]),
    await signUp(world, {}, ["VIEWER"]),
  ];
  for (const person of [viewer, colleague]) await join(world, person, admin);
  owners = await createKey(world, admin, "Owners key");
});

const healthy = reported("orders", { databases: databases(2) });

const forged: ReportedDeployment = {
  key: "orders",
  name: "orders",
  type: "STANDALONE",
  status: "unreachable",
  statusMessage: "FORGED",
  enterpriseAdminUrl: "http://phish.example/admin",
};

/** A report of an agent with the id `agent`. */
async function report(key: Key, agent: string, deployments: ReportedDeployment[]): Promise<ReportAccepted> {
  const id = agent.padEnd(12, "0");
  const answer = await send(
    world,
    key.compositeKey,
    reportOf(world, deployments, { agent: { id, version: "1" } }),
  );
  expect(answer.status).toBe(202);
  return (await answer.json()) as ReportAccepted;
}

async function shown(id: string | undefined, as = admin): Promise<Deployment> {
  const answer = await call(world, "GET", `/deployments/${id}`, { as: await signInAgain(world, as) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Deployment;
}

async function keyOf(keyId: string): Promise<AccessKey | undefined> {
  const answer = await call(world, "GET", "/access-key", { as: await signInAgain(world, admin) });
  return ((await answer.json()) as { accessKeys: AccessKey[] }).accessKeys.find((key) => key.keyId === keyId);
}

const revoke = async (key: Key) => {
  const as = await signInAgain(world, admin);
  expect((await call(world, "DELETE", `/access-key/${key.keyId}`, { as })).status).toBe(204);
};

const refusals = () => world.logLines.filter((line) => line.includes('"deployment.refused"'));

test("R17 a viewer's key that copies the name and the agent's id changes nothing, whether the owner reports, is silent, or is revoked", async () => {
  const id = (await report(owners, "first", [healthy])).deployments[0]?.id;
  const stolen = await createKey(world, viewer, "Stolen name");
  for (const silence of [10_000, 3_600_000]) {
    world.clock.advance(silence);
    const before = await shown(id);
    for (const agent of ["first", "another"]) {
      const answer = await report(stolen, agent, [forged, reported("own")]);
      expect(answer.deployments.map(({ key }) => key)).toEqual(["own"]);
      expect(answer.refused).toMatchObject([{ key: "orders", id, reason: "OWNED_BY_ANOTHER_KEY" }]);
    }
    expect({ ...(await shown(id)), feeds: before.feeds }).toEqual(before);
  }
  await revoke(owners);
  world.clock.advance(16 * minute);
  expect((await report(stolen, "first", [forged])).refused).toHaveLength(1);
  expect(await shown(id)).toMatchObject({ statusMessage: null, databaseCount: 2, status: "stale" });
});

test("R17 what is refused is told by the key's row, and once by the audit", async () => {
  const id = (await report(owners, "first", [healthy])).deployments[0]?.id ?? "";
  const stolen = await createKey(world, viewer, "Stolen name");
  world.logLines.length = 0;
  for (let times = 0; times < 30; times += 1) {
    world.clock.advance(minute);
    expect((await report(stolen, "second", [forged, reported("own")])).refused).toHaveLength(1);
  }
  expect(refusals().map((line) => JSON.parse(line) as object)).toMatchObject([
    { action: "deployment.refused", by: stolen.keyId, deployments: 1, first: [id] },
  ]);
  expect(await keyOf(stolen.keyId)).toMatchObject({
    refused: { count: 1, first: [id] },
    deployments: { count: 1 },
  });
  expect((await keyOf(owners.keyId))?.refused).toEqual({ count: 0, first: [] });
  world.clock.advance(minute);
  await report(stolen, "second", [reported("own")]);
  expect((await keyOf(stolen.keyId))?.refused).toEqual({ count: 0, first: [] });
});

test("R17 P1 a report of which something is refused costs no transaction, and the others no figure of it", async () => {
  const id = (await report(owners, "first", [healthy])).deployments[0]?.id;
  const stolen = await createKey(world, viewer, "Stolen name");
  await report(stolen, "second", [reported("orders", { databases: databases(2, 50) }), reported("own")]);
  for (const wait of [1, 1, 14]) {
    world.clock.advance(minute);
    await report(owners, "first", [healthy]);
    world.clock.advance(wait * minute - 1);
    world.recorder.clear();
    await report(stolen, "second", [reported("orders", { databases: databases(2, 60) }), reported("own")]);
    const commands = world.recorder.sent.map(({ command }) => command.replace(/Item?Command$/, ""));
    if (wait === 1) {
      expect(commands).toEqual(["Get", "Update", "Update"]);
      expect(
        world.recorder.sent.reduce((units, { writeUnits }) => units + writeUnits, 0),
      ).toBeLessThanOrEqual(2);
    } else
      expect(commands, "looked at again a quarter of an hour later").toContain("TransactWriteItemsCommand");
    expect((await shown(id)).memoryUsed).toBe(String(3 * 1_048_576));
  }
});

test("R17 an admin's key takes over a silent deployment of a viewer, whose key then is refused", async () => {
  const theirs = await createKey(world, viewer, "Viewers key");
  const id = (await report(theirs, "first", [healthy])).deployments[0]?.id;
  world.clock.advance(minute);
  expect((await report(owners, "second", [reported("orders", { name: "taken" })])).refused).toBeUndefined();
  expect(await shown(id), "not while the owner reports it").toMatchObject({ name: "orders" });
  world.clock.advance(6 * minute);
  await report(owners, "second", [reported("orders", { name: "taken" })]);
  expect(await shown(id)).toMatchObject({ name: "taken", status: "active" });
  world.clock.advance(10 * minute);
  expect((await report(theirs, "first", [forged])).refused).toHaveLength(1);
  expect(await shown(id)).toMatchObject({ name: "taken" });
});

test("R17 a colleague's agent goes on with a new key of the same person, before and after the old one is revoked", async () => {
  const [old, next, last] = [
    await createKey(world, colleague),
    await createKey(world, colleague),
    await createKey(world, colleague),
  ];
  const id = (await report(old, "first", [healthy])).deployments[0]?.id;
  world.clock.advance(10_000);
  expect((await report(next, "first", [reported("orders", { name: "next" })])).refused).toBeUndefined();
  expect(await shown(id)).toMatchObject({ name: "next" });
  await revoke(old);
  await revoke(next);
  world.clock.advance(10_000);
  expect((await report(last, "first", [reported("orders", { name: "last" })])).refused).toBeUndefined();
  expect(await shown(id)).toMatchObject({ name: "last", status: "active" });
});

test("R17 once a key is revoked, whoever is an admin by then goes on with its deployments, also with a key from before", async () => {
  const [old, next] = [await createKey(world, viewer), await createKey(world, colleague)];
  const id = (await report(old, "first", [healthy])).deployments[0]?.id;
  const { accountId } = colleague;
  await giveRoles(world, accountId, ["ORG_ADMIN"]);
  world.clock.advance(10 * minute);
  expect((await report(next, "second", [healthy])).refused, "while the key lives").toHaveLength(1);
  await revoke(old);
  world.clock.advance(16 * minute);
  expect((await report(next, "second", [healthy])).refused).toBeUndefined();
  expect(await shown(id)).toMatchObject({ status: "active" });
});

test("R17 somebody who manages another organization by now goes on with nothing that a revoked key has left", async () => {
  const [old, stayed] = [await createKey(world, viewer), await createKey(world, colleague)];
  await report(old, "first", [healthy]);
  await revoke(old);
  const { accountId } = colleague;
  await join(world, colleague, await signUp(world));
  await giveRoles(world, accountId, ["ORG_ADMIN"]);
  world.clock.advance(10 * minute);
  expect((await report(stayed, "second", [healthy])).refused).toHaveLength(1);
});

test("R17 R22 rows from before are owned by whoever created the key, which is looked up once", async () => {
  const [old, stolen] = [await createKey(world, colleague), await createKey(world, viewer)];
  const id = (await report(old, "first", [healthy])).deployments[0]?.id ?? "";
  await world.services.table.update(deploymentKey(scopeOf(admin), id), { remove: ["ownerBy"] });
  for (const { keyId } of [owners, old, stolen])
    await world.services.table.update(credentialKey(keyId), { remove: ["createdBy", "byManager"] });
  world.clock.advance(10 * minute);
  expect((await report(stolen, "first", [forged])).refused).toHaveLength(1);
  const another = await createKey(world, colleague);
  expect((await report(another, "second", [reported("orders", { name: "mine" })])).refused).toBeUndefined();
  expect(await shown(id)).toMatchObject({ name: "mine" });
  world.clock.advance(10 * minute);
  expect((await report(owners, "third", [reported("orders", { name: "admins" })])).refused).toBeUndefined();
  expect(await shown(id)).toMatchObject({ name: "admins" });
  const credential = await world.services.table.get(credentialKey(owners.keyId));
  expect(credential).toMatchObject({ createdBy: admin.accountId, byManager: true });
  world.clock.advance(minute);
  world.recorder.clear();
  await report(owners, "third", [reported("orders", { name: "admins again" })]);
  expect(world.recorder.sent.map(({ command }) => command.replace(/Items?Command$/, ""))).toEqual([
    "Get",
    "Update",
    "BatchGet",
    "TransactWrite",
    "Update",
  ]);
});

test("R17 P1 a key that reports others' deployments by hundreds writes one line a report, and looks each other key up once", async () => {
  const names = Array.from({ length: 120 }, (_, index) => reported(`server ${index}`));
  const theirs = await createKey(world, colleague);
  await report(theirs, "first", names);
  const stolen = await createKey(world, viewer, "Stolen names");
  for (const some of [names, names.slice(0, 60), names.slice(60)]) {
    world.clock.advance(10_000);
    world.logLines.length = 0;
    world.recorder.clear();
    expect((await report(stolen, "second", some)).refused).toHaveLength(some.length);
    const gets = world.recorder.sent.filter(({ command }) => command === "GetItemCommand");
    expect(gets, "the credential, and the key of the colleague").toHaveLength(2);
    for (const line of refusals().map((text) => JSON.parse(text) as { deployments: number; first: string[] }))
      expect(line.first).toHaveLength(Math.min(50, line.deployments));
    expect(refusals().length).toBeLessThanOrEqual(1);
  }
});

describe("R17 what was deleted", () => {
  let id: string;

  /** A viewer's agent reports "orders" of the admin's organization. */
  beforeEach(async () => {
    owners = await createKey(world, colleague);
    id = (await reportThat(owners, "owners", "orders")).deployments[0]?.id ?? "";
  });

  async function reportThat(
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
    expect((await reportThat(stolen, "second", "orders", "own")).refused).toMatchObject([{ id }]);
    expect(await namesSeenBy(admin)).toEqual(["own"]);
    const next = await createKey(world, colleague);
    expect((await reportThat(next, "third", "orders")).refused, "of the same person").toBeUndefined();
    expect(await namesSeenBy(admin)).toEqual(["orders", "own"]);

    await ask(admin, "DELETE", `/deployments/${id}`);
    const admins = await createKey(world, admin);
    expect((await reportThat(admins, "fourth", "orders")).refused, "of an admin").toBeUndefined();

    // Without the key, no other source has more right to the deployment.
    await ask(admin, "DELETE", `/deployments/${id}`);
    await ask(admin, "DELETE", `/access-key/${admins.keyId}`);
    world.clock.advance(16 * 60_000);
    expect((await reportThat(stolen, "second", "orders", "own")).refused).toBeUndefined();
    expect(await namesSeenBy(admin)).toEqual(["orders", "own"]);
  });

  test("R17 INV13 whoever comes back brings nothing back that a colleague's key owned there and an admin has deleted", async () => {
    const stolen = await createKey(world, viewer);
    const host = await signUp(world);
    await ask(viewer, "POST", `/invitations/${await invite(world, host, viewer)}/accept`);
    // The key still derives ids from the organization in which it was created.
    const elsewhere = await reportThat(stolen, "second", "orders", "own");
    expect(elsewhere.deployments.map((one) => one.id)).toContain(id);
    await ask(admin, "DELETE", `/deployments/${id}`);
    await ask(viewer, "POST", `/invitations/${await invite(world, admin, viewer)}/accept`);
    expect([await namesSeenBy(admin), await namesSeenBy(host)]).toEqual([["own"], []]);
    expect((await reportThat(stolen, "second", "orders", "own")).refused).toHaveLength(1);
    expect((await reportThat(owners, "owners", "orders")).refused).toBeUndefined();
    expect(await namesSeenBy(admin)).toEqual(["orders", "own"]);
  });

  test("R17 INV13 whoever comes back writes over nothing that a colleague's key has created there meanwhile", async () => {
    const moving = await createKey(world, viewer);
    const host = await signUp(world);
    await reportThat(moving, "moving", "later");
    await ask(viewer, "POST", `/invitations/${await invite(world, host, viewer)}/accept`);
    // Never read so far: there are no databases that would conflict with the returning ones.
    await reportThat(owners, "theirs", {
      key: "later",
      name: "later",
      type: "STANDALONE",
      status: "unreachable",
    });
    const later = reported("later", { name: "forged" });
    const theirWord = await seenBy(admin);
    await reportThat(moving, "moving", later);
    await ask(viewer, "POST", `/invitations/${await invite(world, admin, viewer)}/accept`);
    expect(await seenBy(admin), "figures included").toEqual(theirWord);
    expect(await namesSeenBy(host)).toEqual([]);
    expect((await reportThat(moving, "moving", later)).refused).toHaveLength(1);
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
    expect((await reportThat(key, "owners", "orders")).refused).toMatchObject([{ id }]);
    await world.services.table.update(account, { set: { organizationId: "org_00000000000000000000000000" } });
    world.clock.advance(20 * 60_000);
    expect((await reportThat(key, "owners", "orders")).refused).toMatchObject([{ id }]);
  });

  test.each([[["ORG_ADMIN"]], [["VIEWER"]]] as const)(
    "R17 ONB08 the key that a removed admin (%s by then) leaves behind reports its own, and takes nothing over",
    async (roles) => {
      const former = await signUp(world, {}, ["ORG_ADMIN"]);
      await join(world, former, admin);
      const key = await createKey(world, former);
      await reportThat(key, "formers", "own");
      await giveRoles(world, former.accountId, [...roles]);
      await ask(admin, "DELETE", `/me/organization/members/${former.accountId}`);
      // With the same agent id an admin's key would take over at once.
      expect((await reportThat(key, "owners", "orders")).refused).toMatchObject([{ id }]);
      world.clock.advance(20 * 60_000);
      const later = await reportThat(key, "owners", "orders", "own");
      expect(later.refused).toMatchObject([{ id }]);
      expect(later.deployments.map((one) => one.key)).toEqual(["own"]);
      await ask(admin, "DELETE", `/deployments/${id}`);
      world.clock.advance(20 * 60_000);
      expect((await reportThat(key, "owners", "orders", "own")).refused, "nor back").toMatchObject([{ id }]);
      await join(world, former, admin);
      await giveRoles(world, former.accountId, ["ORG_ADMIN"]);
      world.clock.advance(20 * 60_000);
      const again = await reportThat(key, "owners", "orders", "own");
      expect(again.refused, "nor when they are an admin there again").toMatchObject([{ id }]);
    },
  );

  test("R17 who managed another organization takes nothing over with the key that came along, nor does the key when they have left", async () => {
    const [boss, late] = [await signUp(world), await signUp(world)];
    await join(world, late, boss);
    const [theirs, later] = [await createKey(world, boss), await createKey(world, late)];
    await reportThat(later, "late", "theirs");
    for (const person of [late, boss])
      await ask(person, "POST", `/invitations/${await invite(world, admin, person)}/accept`);
    world.clock.advance(10 * 60_000);
    expect((await reportThat(theirs, "boss", "theirs")).refused).toHaveLength(1);
    await giveRoles(world, boss.accountId, ["ORG_ADMIN"]);
    world.clock.advance(20 * 60_000);
    expect((await reportThat(theirs, "boss", "theirs")).refused, "also as an admin here").toHaveLength(1);
    await join(world, boss, await signUp(world));
    // What was refused is checked again after a quarter of an hour.
    world.clock.advance(20 * 60_000);
    expect((await reportThat(theirs, "boss", "theirs")).refused).toHaveLength(1);
  });
});
