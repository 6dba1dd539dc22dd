import { count } from "@shardwatch/core/attempts/attempts";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { mostSharedChanges } from "@shardwatch/core/view/owner";
import { beforeEach, describe, expect, test } from "vitest";
import { assign, superAdmin } from "../support/administer.ts";
import { adminAndViewer, saveView, viewsIn, viewsOf } from "../support/views.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, join, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const root = await superAdmin(world);
let admin: Person;
let viewer: Person;

beforeEach(async () => {
  [admin, viewer] = await adminAndViewer(world);
});

const { save, change, remove, namesOf } = viewsIn(world);

test("FIL10 own views are seen by nobody else, and shared ones by every member, before the own ones", async () => {
  const stranger = await signUp(world);
  await saveView(world, viewer, { name: "Mine" });
  await saveView(world, viewer, { name: "Ours", shared: true });
  await saveView(world, admin, { name: "Everybody's", shared: true });
  expect(await namesOf(viewer)).toEqual(["Ours", "Everybody's", "Mine"]);
  expect(await namesOf(admin)).toEqual(["Ours", "Everybody's"]);
  expect(await namesOf(stranger)).toEqual([]);
  expect(await namesOf(root)).toEqual([]);
});

describe("FIL10 who may change a view", () => {
  test("its creator, and admins when it is shared; other members are refused, and strangers find none", async () => {
    const stranger = await signUp(world);
    const [second, mine] = [await signUp(world, {}, ["VIEWER"]), await signUp(world, {}, ["ORG_ADMIN"])];
    await join(world, second, admin);
    await join(world, mine, admin);
    const shared = await saveView(world, viewer, { name: "Ours", shared: true });
    const own = await saveView(world, viewer, { name: "Mine" });
    const statuses = async (id: string, who: Person) => [
      (await change(who, id, { filter: "status=stale" })).status,
      (await remove(who, id)).status,
    ];
    expect(await statuses(shared, second)).toEqual([403, 403]);
    expect(await statuses(shared, stranger)).toEqual([404, 404]);
    for (const who of [second, admin, mine, stranger, root])
      expect(await statuses(own, who)).toEqual([404, 404]);
    expect((await viewsOf(world, viewer)).map(({ filter }) => filter)).toEqual(["", ""]);
    expect(await statuses(own, viewer)).toEqual([200, 204]);
    expect(await statuses(shared, admin)).toEqual([200, 204]);
    expect(await namesOf(viewer)).toEqual([]);
  });

  test("an admin's view is not changed by a viewer, and a former admin changes only their own", async () => {
    const former = await signUp(world, {}, ["ORG_ADMIN"]);
    await join(world, former, admin);
    const id = await saveView(world, admin, { name: "Ours", shared: true });
    const own = await saveView(world, former, { name: "Theirs", shared: true });
    expect((await change(viewer, id, { name: "Taken over" })).status).toBe(403);
    expect((await change(former, id, { filter: "status=stale" })).status).toBe(200);
    await assign(world, root, former, ["VIEWER"]);
    const as = await signInAgain(world, former);
    expect((await change(as, id, { filter: "" })).status).toBe(403);
    expect((await change(as, own, { filter: "status=stale" })).status).toBe(200);
  });

  test("SEC20 creating, changing and deleting are in the audit log, by ids and without names", async () => {
    world.logLines.length = 0;
    const id = await saveView(world, viewer, { name: "Grace's view", shared: true });
    await change(admin, id, { name: "Hopper's view", filter: "search=cobol" });
    await remove(admin, id);
    const lines = world.logLines.filter((line) => line.includes('"audit"'));
    const { organizationId } = admin;
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { action: "view.created", by: viewer.accountId, viewId: id, organizationId },
      { action: "view.changed", by: admin.accountId, viewId: id, organizationId },
      { action: "view.deleted", by: admin.accountId, viewId: id, organizationId },
    ]);
    expect(world.logLines.join()).not.toMatch(/grace|hopper|cobol/i);
  });
});

test("AUD01 SEC19 FIL10 a person changes shared views at most 500 times a day, and their own ones freely", async () => {
  const limit = { what: "changes of shared views", name: viewer.accountId, window: 86_400_000 };
  for (let done = 0; done < mostSharedChanges - 2; done += 1) await count(world.services, limit);
  const id = await saveView(world, viewer, { name: "Shared", shared: true });
  expect((await change(viewer, id, { name: "Renamed" })).status).toBe(200);
  for (const refused of [
    await change(viewer, id, { name: "Once more" }),
    await remove(viewer, id),
    await save(viewer, { name: "Another", shared: true }),
  ]) {
    expect(await refused.json()).toMatchObject({ code: "TOO_MANY_SHARED_CHANGES" });
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
  }
  expect(await namesOf(admin)).toEqual(["Renamed"]);
  const own = await saveView(world, viewer, { name: "Own", shared: false });
  expect((await remove(viewer, own)).status).toBe(204);
  expect((await remove(admin, id)).status, "of an admin").toBe(204);
});

test("FIL10 a person without organization has views of their own, and cannot share one", async () => {
  const loner = await signUp(world);
  await call(world, "DELETE", `/organizations/${loner.organizationId}`, { as: root });
  const as = await signInAgain(world, loner);
  const shared = await call(world, "POST", "/views", { as, body: { name: "Ours", shared: true } });
  expect([shared.status, ((await shared.json()) as ProblemBody).code]).toEqual([409, "NO_ORGANIZATION"]);
  await saveView(world, as, { name: "Mine" });
  expect(await namesOf(as)).toEqual(["Mine"]);
});

test("FIL10 own views go along to another organization, and shared ones stay", async () => {
  const host = await signUp(world);
  await saveView(world, host, { name: "The host's", shared: true });
  await saveView(world, viewer, { name: "Mine" });
  await saveView(world, viewer, { name: "Ours", shared: true });
  await join(world, viewer, host);
  const as = await signInAgain(world, viewer);
  expect(await namesOf(as)).toEqual(["The host's", "Mine"]);
  expect(await namesOf(admin)).toEqual(["Ours"]);
});
