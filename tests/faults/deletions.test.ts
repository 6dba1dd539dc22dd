import type { AgentActor } from "@shardwatch/core/access/actor";
import type { AgentContext, MemberContext } from "@shardwatch/core/access/context";
import { authenticate, create } from "@shardwatch/core/agent-key/agent-key";
import { deploymentDetailKey } from "@shardwatch/core/deployment/rows/deployment.keys";
import { dueFolds } from "@shardwatch/core/history/fold/due";
import { foldDays } from "@shardwatch/core/history/fold/fold";
import { Secret } from "@shardwatch/core/kit/secret";
import { notificationKey } from "@shardwatch/core/notification/notification.keys";
import { finishDeletion, unfinishedDeletions } from "@shardwatch/core/offboarding/organization";
import { record } from "@shardwatch/core/report/report";
import { partitionOfAccount } from "@shardwatch/core/table/keys";
import { createTable, type Table } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";
import { describe, expect, test } from "vitest";
import { invite, pending } from "../support/invitations.ts";
import { acceptances } from "../support/acceptances.ts";
import { accountOf, superAdmin } from "../support/administer.ts";
import { disturb } from "../support/disturb.ts";
import { figures, historyStage } from "../support/history-stage.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { actorFor, organizationPartition, rowsOfOrganization, scopeOf } from "../support/scope.ts";
import { slotStart } from "../support/slots.ts";
import { saveView } from "../support/views.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp, webOrigin } from "../support/world.ts";

const world = await worldOfFile();
const root = await superAdmin(world);

/** An organization with two members who have views and keys, and two deployments that one key reports. */
async function furnish() {
  const [admin, colleague] = [await signUp(world), await signUp(world)];
  await join(world, colleague, admin);
  const keys = [await createKey(world, admin), await createKey(world, colleague)] as const;
  await send(world, keys[0].compositeKey, reportOf(world, [reported("a"), reported("b")]));
  for (const shared of [true, false]) await saveView(world, colleague, { name: "View", shared });
  return { admin, colleague, keys, id: admin.organizationId };
}

type Furnished = Awaited<ReturnType<typeof furnish>>;

/** Deletes in a process that crashes after this many writes. Returns the number of writes. */
async function deleteAndDie(path: string, crashAfter: number, as = root): Promise<number> {
  const client = world.database.client();
  const disturbed = disturb(client, crashAfter);
  const table = createTable({ client: disturbed.client, name: world.database.tableName });
  const cookie = `shardwatch_session=${as.session.reveal()}`;
  const headers = { origin: webOrigin, cookie };
  await createApp({ ...world.services, table }).request(path, { method: "DELETE", headers });
  client.destroy();
  return disturbed.writes();
}

const rowsOf = (partition: string) => world.services.table.queryAll({ pk: partition, prefix: "" });

const reportStatus = async (key: string) => {
  world.clock.advance(10_000);
  return (await send(world, key, reportOf(world, [reported("a")]))).status;
};

async function expectOrganizationGone({ admin, colleague, keys, id }: Furnished): Promise<void> {
  expect(await rowsOf(organizationPartition(id))).toEqual([]);
  expect(await unfinishedDeletions(world.services)).not.toContain(id);
  for (const { compositeKey } of keys) expect(await reportStatus(compositeKey)).toBe(401);
  for (const person of [admin, colleague])
    expect(await accountOf(world, root, person)).toMatchObject({ organization: null, roles: [] });
}

describe("R1 a deletion that is cut off after any write and called again ends as if it had not been cut off", () => {
  test("ADM24 ADM25 ADM28 of an organization, and what the first call has begun can be finished without a second", async () => {
    let writes = Infinity;
    for (let point = 1; point <= writes; point += 1) {
      const all = await furnish();
      const path = `/organizations/${all.id}`;
      if (writes === Infinity) {
        writes = await deleteAndDie(path, Infinity);
        expect(writes).toBeGreaterThan(8);
        await expectOrganizationGone(all);
        continue;
      }
      await deleteAndDie(path, point);
      expect((await call(world, "GET", path, { as: root })).status, `after write ${point}`).toBe(404);
      if (point % 2 === 0) await finishDeletion(world.services, all.id);
      else expect([204, 404]).toContain((await call(world, "DELETE", path, { as: root })).status);
      await expectOrganizationGone(all);
    }
  });

  test("Q21 of an account", async () => {
    let writes = Infinity;
    for (let point = 1; point <= writes; point += 1) {
      const { colleague, keys, id } = await furnish();
      await world.services.table.put({ ...notificationKey(colleague.accountId, "1") });
      const path = `/accounts/${colleague.accountId}`;
      const wrote = await deleteAndDie(path, point === 1 ? Infinity : point - 1);
      if (point === 1) writes = wrote + 1;
      expect((await call(world, "GET", "/deployments", { as: colleague })).status).toBe(401);
      const again = await call(world, "DELETE", path, { as: root });
      expect([204, 404], `after write ${point - 1}`).toContain(again.status);
      expect(await rowsOf(partitionOfAccount(colleague.accountId))).toEqual([]);
      expect(await reportStatus(keys[1].compositeKey)).toBe(401);
      expect(await reportStatus(keys[0].compositeKey)).toBe(202);
      const kinds = (await rowsOf(organizationPartition(id))).map((row) => row.sk.split("#")[0]);
      expect(kinds.filter((kind) => kind === "MEMBER" || kind === "KEY")).toHaveLength(2);
    }
  });

  test("ONB08 of a member with their keys, which are never left behind by one who is gone", async () => {
    let writes = Infinity;
    for (let point = 1; point <= writes; point += 1) {
      const { admin, colleague, keys } = await furnish();
      const path = `/me/organization/members/${colleague.accountId}?revokeKeys=true`;
      const crash = writes === Infinity ? Infinity : point;
      const written = await deleteAndDie(path, crash, admin);
      const { organization } = await accountOf(world, root, colleague);
      const after = `after write ${point}`;
      if (organization === null) expect(await reportStatus(keys[1].compositeKey), after).toBe(401);
      const again = await call(world, "DELETE", path, { as: admin });
      expect(again.status, after).toBe(organization === null ? 404 : 204);
      expect(await reportStatus(keys[1].compositeKey), after).toBe(401);
      expect(await reportStatus(keys[0].compositeKey), after).toBe(202);
      expect(await accountOf(world, root, colleague)).toMatchObject({ organization: null, roles: [] });
      if (writes !== Infinity) continue;
      writes = written;
      expect(writes).toBeGreaterThan(1);
      point = 0;
    }
  });

  test("MND07 of a member with their invitations, which can be accepted after no crash", async () => {
    let writes = Infinity;
    for (let point = 1; point <= writes; point += 1) {
      const { admin, colleague } = await furnish();
      const guest = await signUp(world);
      const id = await invite(world, colleague, guest);
      const path = `/me/organization/members/${colleague.accountId}`;
      const written = await deleteAndDie(path, writes === Infinity ? Infinity : point, admin);
      const { organization } = await accountOf(world, root, colleague);
      const open = await pending(world, admin, "/organizations/me/invitations");
      if (organization === null) expect(open, `after write ${point}`).toEqual([]);
      await call(world, "DELETE", path, { as: admin });
      expect(await pending(world, admin, "/organizations/me/invitations")).toEqual([]);
      const answer = await call(world, "POST", `/invitations/${id}/accept`, { as: guest });
      expect(answer.status, `after write ${point}`).toBe(409);
      if (writes !== Infinity) continue;
      writes = written;
      expect(writes).toBeGreaterThan(1);
      point = 0;
    }
  });

  test("R17 ONB08 of an admin whose keys stay, which are no admin's keys any more", async () => {
    const isAdmins = async ({ compositeKey }: { compositeKey: string }) =>
      (await authenticate(world.services, new Secret(compositeKey)))?.creator?.isManager;
    let writes = Infinity;
    for (let point = 1; point <= writes; point += 1) {
      const { admin, colleague, keys } = await furnish();
      expect(await isAdmins(keys[1])).toBe(true);
      const path = `/me/organization/members/${colleague.accountId}`;
      const written = await deleteAndDie(path, writes === Infinity ? Infinity : point, admin);
      const { organization } = await accountOf(world, root, colleague);
      const again = await call(world, "DELETE", path, { as: admin });
      expect(again.status, `after write ${point}`).toBe(organization === null ? 404 : 204);
      expect(await isAdmins(keys[1]), `after write ${point}`).toBe(false);
      expect(await isAdmins(keys[0])).toBe(true);
      if (writes !== Infinity) continue;
      writes = written;
      expect(writes).toBeGreaterThan(1);
      point = 0;
    }
  });
});

describe("what was on its way while an organization was deleted leaves nothing behind", () => {
  const remove = async (id: string, services = world.services) => {
    const app = createApp(services);
    expect((await call({ ...world, app }, "DELETE", `/organizations/${id}`, { as: root })).status).toBe(204);
  };

  async function agentOf({ compositeKey }: { compositeKey: string }): Promise<AgentContext> {
    const actor = (await authenticate(world.services, new Secret(compositeKey))) as AgentActor;
    return { ...world.services, actor, requestId: "late" };
  }

  test("ADM25 a report that was let in before", async () => {
    const { id, keys } = await furnish();
    const contexts = await Promise.all(keys.map(agentOf));
    await remove(id);
    world.clock.advance(10_000);
    for (const ctx of contexts)
      for (const content of [[reported("a"), reported("b")], [reported("new")]])
        await expect(record(ctx, reportOf(world, content))).rejects.toMatchObject({ kind: "unavailable" });
    expect(await rowsOf(organizationPartition(id))).toEqual([]);
  });

  test("ADM25 a report about deployments that are still there, when its key is gone already", async () => {
    const { id, colleague, keys } = await furnish();
    const ctx = await agentOf(keys[1]);
    expect((await call(world, "DELETE", `/access-key/${keys[1].keyId}`, { as: colleague })).status).toBe(204);
    world.clock.advance(10_000);
    const before = await rowsOf(organizationPartition(id));
    const agent = { id: "another0000agent", version: "1" };
    const late = reportOf(world, [reported("a"), reported("new")], { agent });
    await expect(record(ctx, late)).rejects.toMatchObject({ kind: "unavailable" });
    expect(await rowsOf(organizationPartition(id))).toEqual(before);
  });

  test("ADM25 a report that is written while row after row is deleted", async () => {
    const { id, keys } = await furnish();
    const ctx = await agentOf(keys[0]);
    world.clock.advance(10_000);
    const written = Promise.withResolvers<void>();
    let details = 2;
    const detailPrefix = deploymentDetailKey(scopeOf({ organizationId: id }), "").sk;
    /** Deletes the details first, and the other rows when the report is written. */
    const deleteRow: Table["remove"] = async ({ pk, sk }) => {
      if (!sk.startsWith(detailPrefix)) await written.promise;
      await world.services.table.remove({ pk, sk });
      if (!sk.startsWith(detailPrefix) || (details -= 1) !== 0) return;
      await record(ctx, reportOf(world, [reported("a", { name: "renamed" }), reported("b")]));
      written.resolve();
    };
    const late = { ...world.services, table: { ...world.services.table, remove: deleteRow } };
    await remove(id, late);
    expect(await rowsOf(organizationPartition(id))).toEqual([]);
  });

  test("ADM25 Q21 an agent key that was being created, also by somebody who was deleted", async () => {
    const { id, admin, colleague } = await furnish();
    const contextOf = async (person: Person): Promise<MemberContext> => {
      return { ...world.services, actor: await actorFor(world, person), requestId: "late" };
    };
    const [adminContext, colleagueContext] = [await contextOf(admin), await contextOf(colleague)];
    await call(world, "DELETE", `/accounts/${colleague.accountId}`, { as: root });
    await expect(create(colleagueContext, "Late key")).rejects.toMatchObject({ kind: "conflict" });
    await remove(id);
    await expect(create(adminContext, "Late key")).rejects.toMatchObject({ code: "NO_ORGANIZATION" });
    expect(await rowsOf(organizationPartition(id))).toEqual([]);
  });
});

const hour = 3_600_000;
const day = 24 * hour;

const toNextDay = (after: number) => {
  world.clock.time = (Math.floor(world.clock.now() / day) + 1) * day + after;
};

const kindsIn = async (organizationId: string) =>
  (await world.services.table.queryAll(rowsOfOrganization(organizationId))).map(({ sk }) => sk.split("#")[0]);

/** A table before whose first row of hours an organization is deleted as a whole. */
function deleting(organizationId: string): { table: Table; isDeleted: () => boolean } {
  const { table } = world.services;
  let deleted = false;
  const put: Table["put"] = async (row, when) => {
    if (!deleted && row.sk.startsWith("HOURS#")) {
      deleted = true;
      const as = await signInAgain(world, root);
      expect((await call(world, "DELETE", `/organizations/${organizationId}`, { as })).status).toBe(204);
    }
    await table.put(row, when);
  };
  return { table: { ...table, put }, isDeleted: () => deleted };
}

test("HIS12 OPS18 a fold that is under way while its organization is deleted leaves no rows and no work", async () => {
  toNextDay(6 * hour);
  const stage = await historyStage(world);
  await stage.reportSlots(3, () => figures(100));
  const { compositeKey } = await createKey(world, await stage.signedIn());
  const at = new Date(slotStart(world, 1)).toISOString();
  const slots = [{ at, deployments: [{ key: "other", status: "active", databases: figures(1) }] }];
  const agent = { id: "agent00000000002", version: "1" };
  await send(world, compositeKey, reportOf(world, [reported("other")], { slots, agent }));
  toNextDay(5 * hour);
  const { table, isDeleted } = deleting(stage.organizationId);
  await foldDays({ ...world.services, table }, stage.organizationId, { limit: 3 });
  expect(isDeleted()).toBe(true);
  expect(await kindsIn(stage.organizationId)).toEqual([]);
  world.clock.time = Math.floor(world.clock.now() / day) * day + day;
  expect((await dueFolds(world.services)).map((job) => job.organizationId)).not.toContain(
    stage.organizationId,
  );
});

test("HIS12 OPS18 the repeated job of a fold that ended during the deletion deletes what it left", async () => {
  toNextDay(6 * hour);
  const stage = await historyStage(world);
  await stage.reportSlots(3, () => figures(100));
  toNextDay(5 * hour);
  const { table, isDeleted } = deleting(stage.organizationId);
  const get: Table["get"] = async (key) => {
    if (isDeleted()) throw new Error("the process has ended");
    return await table.get(key);
  };
  await expect(
    foldDays({ ...world.services, table: { ...table, get } }, stage.organizationId),
  ).rejects.toThrow("the process has ended");
  expect(await kindsIn(stage.organizationId)).toContain("HOURS");
  await foldDays(world.services, stage.organizationId);
  expect(await kindsIn(stage.organizationId)).toEqual([]);
});

test("HIS12 OPS18 a move into an organization that is deleted meanwhile leaves no rows there", async () => {
  toNextDay(6 * hour);
  const stage = await historyStage(world);
  await stage.reportSlots(3, () => figures(100));
  toNextDay(6 * hour);
  await foldDays(world.services, stage.organizationId);
  const host = await signUp(world);
  const invitation = await invite(world, host, await stage.signedIn());
  const { ask, tick } = acceptances(world);
  const { table, isDeleted } = deleting(host.organizationId);
  await ask(table, await stage.signedIn(), "POST", `/invitations/${invitation}/accept`);
  expect(isDeleted()).toBe(true);
  expect(await tick()).toBe(true);
  expect(await kindsIn(host.organizationId)).toEqual([]);
  // What has not moved stays where it was.
  expect(await kindsIn(stage.organizationId)).toEqual(expect.arrayContaining(["DEP", "HOURS", "TRAIL"]));
});
