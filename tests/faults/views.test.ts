import { ownersOf } from "@shardwatch/core/view/owner";
import { comparable } from "@shardwatch/core/kit/same-name";
import { create } from "@shardwatch/core/view/view";
import { viewInput } from "@shardwatch/core/contract/deployment/view";
import { viewNamesKind } from "@shardwatch/core/view/view.table";
import { createTable } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";
import { expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { disturb } from "../support/disturb.ts";
import { interrupted } from "../support/interrupted.ts";
import { actorFor, organizationPartition } from "../support/scope.ts";
import { partitionOfAccount } from "@shardwatch/core/table/keys";
import { saveView, viewsOf } from "../support/views.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, join, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
const root = await superAdmin(world);

const contextOf = async (person: Person, services = world.services) => {
  return { ...services, actor: await actorFor(world, person), requestId: "test" };
};

/** The names that are kept for uniqueness are exactly those of the views, of every owner. */
async function expectNamesOfViews(person: Person): Promise<void> {
  const views = await viewsOf(world, person);
  for (const { keys, organization } of ownersOf(await contextOf(person))) {
    const row = await world.services.table.get(keys.names);
    const names = row ? viewNamesKind.read(row).names : [];
    const shown = views.filter(({ shared }) => shared === (organization !== undefined));
    expect(names.toSorted()).toEqual(shown.map(({ name }) => comparable(name)).toSorted());
  }
}

const one = async (method: string, path: string, as: Person, body?: unknown, app = world.app) =>
  (await call({ ...world, app }, method, path, { as, ...(body !== undefined && { body }) })).status;

/** The API in a process that crashes after its first write. */
function dyingApp() {
  const { client } = disturb(world.recorder.client, 1);
  return createApp({ ...world.services, table: createTable({ client, name: world.database.tableName }) });
}

test.each([true, false])(
  "FIL10 R1 a request that was cut off after its write can be repeated, shared: %s",
  async (shared) => {
    const person = await signUp(world);
    const body = { name: "Cut off", shared };
    expect(await one("POST", "/views", person, body, dyingApp())).toBe(500);
    expect(await one("POST", "/views", person, body)).toBe(409);
    await expectNamesOfViews(person);
    const [view] = await viewsOf(world, person);
    const path = `/views/${view?.id}`;
    const renamed = { name: "Renamed", filter: "status=stale" };
    expect(await one("PATCH", path, person, renamed, dyingApp())).toBe(500);
    expect(await one("PATCH", path, person, renamed)).toBe(200);
    expect(await viewsOf(world, person)).toMatchObject([renamed]);
    await expectNamesOfViews(person);
    expect(await one("DELETE", path, person, undefined, dyingApp())).toBe(500);
    expect(await one("DELETE", path, person)).toBe(404);
    await expectNamesOfViews(person);
    expect(await viewsOf(world, person)).toEqual([]);
  },
);

test("FIL10 R1 views that many people save, rename and delete at once keep their names unique", async () => {
  const admin = await signUp(world);
  const colleague = await signUp(world);
  await join(world, colleague, admin);
  const ids = await Promise.all(
    ["a", "b", "c"].map((name) => saveView(world, admin, { name, shared: true })),
  );
  const requests = ids.flatMap((id, index) => [
    one("PATCH", `/views/${id}`, admin, { name: "same" }),
    one("PATCH", `/views/${id}`, admin, { filter: `databases=${index}` }),
    one("POST", "/views", colleague, { name: `new ${index % 2}`, shared: true }),
    index === 0
      ? one("DELETE", `/views/${id}`, admin)
      : one("POST", "/views", admin, { name: "a", shared: true }),
  ]);
  const statuses = await Promise.all(requests);
  expect(statuses.filter((status) => ![200, 201, 204, 404, 409, 503].includes(status))).toEqual([]);
  const names = (await viewsOf(world, admin)).map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  await expectNamesOfViews(admin);
});

test("FIL10 R1 a view that changes while it is renamed keeps both changes", async () => {
  const person = await signUp(world);
  const id = await saveView(world, person, { name: "Before" });
  const table = interrupted(world, /^Transact/, () =>
    one("PATCH", `/views/${id}`, person, { filter: "status=stale" }),
  );
  const app = createApp({ ...world.services, table });
  expect(await one("PATCH", `/views/${id}`, person, { name: "After" }, app)).toBe(200);
  expect(await viewsOf(world, person)).toMatchObject([{ name: "After", filter: "status=stale" }]);
});

test("FIL10 R1 a view that is deleted while it changes does not come back", async () => {
  const person = await signUp(world);
  const id = await saveView(world, person, { name: "Gone" });
  const table = interrupted(world, /^Transact/, () => one("DELETE", `/views/${id}`, person));
  const app = createApp({ ...world.services, table });
  expect(await one("PATCH", `/views/${id}`, person, { filter: "status=stale" }, app)).toBe(404);
  expect(await viewsOf(world, person)).toEqual([]);
  await expectNamesOfViews(person);
});

test("FIL10 Q21 ADM25 a view that was being saved leaves nothing behind when account or organization is deleted", async () => {
  const admin = await signUp(world);
  const colleague = await signUp(world);
  await join(world, colleague, admin);
  const [late, kept] = [await contextOf(colleague), await contextOf(admin)];
  const input = (shared: boolean) => viewInput.parse({ name: "Late", shared });
  expect(await one("DELETE", `/accounts/${colleague.accountId}`, root)).toBe(204);
  for (const shared of [true, false])
    await expect(create(late, input(shared))).rejects.toMatchObject({ kind: "unauthenticated" });
  const path = `/organizations/${admin.organizationId}`;
  for (const [app, status] of [[dyingApp(), 500] as const, [world.app, 204] as const]) {
    expect(await one("DELETE", path, root, undefined, app)).toBe(status);
    await expect(create(kept, input(true))).rejects.toMatchObject({ code: "NO_ORGANIZATION" });
  }
  const partitions = [partitionOfAccount(colleague.accountId), organizationPartition(admin.organizationId)];
  for (const pk of partitions) expect(await world.services.table.queryAll({ pk, prefix: "" })).toEqual([]);
});

test("FIL10 ROL30 an admin who is demoted while they change a shared view changes nothing", async () => {
  const [admin, former] = [await signUp(world), await signUp(world)];
  await join(world, former, admin);
  const id = await saveView(world, admin, { name: "Ours", shared: true });
  const demote = () =>
    one("PUT", `/accounts/${former.accountId}`, root, {
      organizationId: admin.organizationId,
      roles: ["VIEWER"],
    });
  const app = createApp({ ...world.services, table: interrupted(world, /^Transact/, demote) });
  expect(await one("PATCH", `/views/${id}`, former, { name: "Theirs" }, app)).toBe(503);
  expect(await one("PATCH", `/views/${id}`, former, { name: "Theirs" })).toBe(403);
  expect(await viewsOf(world, admin)).toMatchObject([{ name: "Ours" }]);
});
