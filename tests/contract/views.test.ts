import { count } from "@shardwatch/core/attempts/attempts";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import { parseFilter } from "@shardwatch/core/contract/filter/parse";
import { builtInViews } from "@shardwatch/core/contract/filter/views";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import type { SavedView } from "@shardwatch/core/contract/deployment/view";
import { mostSharedChanges } from "@shardwatch/core/view/owner";
import { beforeEach, describe, expect, test } from "vitest";
import { assign, superAdmin } from "../support/administer.ts";
import { adminAndViewer, saveView, viewsIn, viewsOf } from "../support/views.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, join, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
let admin: Person;
let viewer: Person;

beforeEach(async () => {
  [admin, viewer] = await adminAndViewer(world);
});

const { save, change, remove, namesOf } = viewsIn(world);
const codeOf = async (answer: Response) => ((await answer.json()) as ProblemBody).code;

test("FIL10 a view keeps its name, canonical filter, order and columns, and answers them to its owner", async () => {
  const sort = { by: "status", order: "desc" };
  const answer = await save(viewer, {
    name: "  Stale and full ",
    filter: "?util=95..,90..&status=Stale,active&search=caf%C3%A9",
    sort,
    columns: ["type", "memory"],
  });
  expect(answer.status).toBe(201);
  const view = (await answer.json()) as SavedView;
  expect(view).toEqual({
    id: expect.stringMatching(/^viw_[0-9a-z]{26}$/) as string,
    name: "Stale and full",
    revision: 0,
    list: "deployments",
    filter: "search=caf%C3%A9&status=active,stale&util=90..,95..",
    sort,
    columns: ["type", "memory"],
    shared: false,
    createdBy: viewer.accountId,
    createdAt: new Date(world.clock.now()).toISOString(),
  });
  expect(await viewsOf(world, viewer)).toEqual([view]);
});

test("FIL10 the list of views is read in two round trips with the session", async () => {
  await saveView(world, admin, { name: "Ours", shared: true });
  await viewsOf(world, admin);
  world.recorder.clear();
  await viewsOf(world, admin);
  expect(world.recorder.sent.map(({ command }) => command)).toEqual([
    "BatchGetItemCommand",
    "QueryCommand",
    "QueryCommand",
  ]);
});

describe("FIL10 the name of a view", () => {
  test("is unique among the shared views and among the own ones, in any case and form", async () => {
    await saveView(world, viewer, { name: "Café" });
    for (const name of ["Café", "CAFÉ", "cafe\u0301"]) {
      const again = await save(viewer, { name });
      expect([again.status, await codeOf(again)]).toEqual([409, "VIEW_NAME_TAKEN"]);
    }
    await saveView(world, viewer, { name: "Café", shared: true });
    expect((await save(admin, { name: "café", shared: true })).status).toBe(409);
    await saveView(world, admin, { name: "Café" });
  });

  test("is free again after a new name or a deletion, and may change its case", async () => {
    const first = await saveView(world, viewer, { name: "First" });
    const second = await saveView(world, viewer, { name: "Second" });
    expect((await change(viewer, first, { name: "SECOND" })).status).toBe(409);
    expect((await change(viewer, second, { name: "SECOND" })).status).toBe(200);
    expect((await change(viewer, second, { name: "Third" })).status).toBe(200);
    expect((await change(viewer, first, { name: "second" })).status).toBe(200);
    expect((await remove(viewer, second)).status).toBe(204);
    await saveView(world, viewer, { name: "Third" });
    expect(await namesOf(viewer)).toEqual(["second", "Third"]);
  });

  test.each([
    ["", "View name is required"],
    ["  ", "View name is required"],
    ["x".repeat(61), "View name must be no more than 60 characters long"],
    ["a\u202Eb", "View name must not contain characters that cannot be seen"],
  ])("is refused when it is %j", async (name, message) => {
    const answer = await save(viewer, { name });
    expect(answer.status).toBe(400);
    expect(((await answer.json()) as ProblemBody).message).toContain(message);
  });
});

describe("FIL10 the content of a view", () => {
  test.each([
    ["stats=stale", "stats: is not a field; did you mean status?"],
    ["util=a..b", "util: must be a percentage such as 90, or a range such as 80..95"],
    ["sort=name", "sort: is not a field"],
    ["search=%E2%80%AEtxt.exe", "search: must not contain characters that cannot be seen, like U+202E"],
    ["search=%00", "search: must not contain characters that cannot be seen, like U+0000"],
    [`search=${"\u6f22".repeat(900)}`, "filter: must be no more than 2000 characters long"],
  ])(
    "FIL05 the filter %.20s is refused with its fault, when it is saved and when it is changed",
    async (filter, fault) => {
      const id = await saveView(world, viewer, { name: "Right" });
      for (const answer of [
        await save(viewer, { name: "Wrong", filter }),
        await change(viewer, id, { filter }),
      ]) {
        expect(answer.status).toBe(400);
        expect(((await answer.json()) as ProblemBody).details).toContainEqual(expect.stringContaining(fault));
      }
    },
  );

  test("changes only in what is given, and null takes order and columns away", async () => {
    const sort = { by: "name", order: "desc" } as const;
    const body = { name: "Full", filter: "util=90..", sort, columns: ["type"] };
    const id = await saveView(world, viewer, body);
    const changed = async (wish: object) => {
      const answer = await change(viewer, id, wish);
      expect(answer.status).toBe(200);
      const view = await answer.json();
      expect(await viewsOf(world, viewer)).toEqual([view]);
      return view;
    };
    expect(await changed({})).toMatchObject(body);
    expect(await changed({ filter: "util=95.." })).toMatchObject({ ...body, filter: "util=95.." });
    const line = { filter: "util>=95 tls:no" };
    expect(await changed(line)).toMatchObject({ ...body, filter: "util=95..&tls=no" });
    expect(await changed({ filter: "util=95.." })).toMatchObject({ ...body, filter: "util=95.." });
    expect(await changed({ sort: null, name: "Fuller" })).toMatchObject({
      name: "Fuller",
      filter: "util=95..",
      sort: null,
      columns: ["type"],
    });
    expect(await changed({ columns: null, filter: "" })).toMatchObject({ filter: "", columns: null });
  });
});

test("FIL10 SEC22 an organization shares fifty views at most, also when they are saved at the same time", async () => {
  const shareOne = (index: number) => save(viewer, { name: `View ${index}`, shared: true });
  for (let index = 0; index < 48; index += 1) expect((await shareOne(index)).status).toBe(201);
  const together = await Promise.all([101, 102, 103, 104, 105].map(shareOne));
  const saved = together.filter(({ status }) => status === 201).length;
  expect(await viewsOf(world, admin)).toHaveLength(48 + saved);
  // Requests that met too often are answered 503. They may be repeated, until the limit is reached.
  for (let index = 200; index < 202; index += 1) await shareOne(index);
  const full = await save(admin, { name: "One more", shared: true });
  expect([full.status, await codeOf(full)]).toEqual([409, "TOO_MANY_VIEWS"]);
  expect(await viewsOf(world, admin)).toHaveLength(50);
  expect((await save(viewer, { name: "One more" })).status).toBe(201);
});

test("FIL10 the views that everybody has are canonical filters", () => {
  const namesIn = (list: keyof typeof builtInViews) => builtInViews[list].map(({ name }) => name);
  expect(namesIn("deployments")).toEqual(["All", "Needs attention", "Nearly full", "Silent", "Licenses"]);
  expect(namesIn("databases")).toEqual(["All", "Nearly full", "No TLS", "No limit"]);
  for (const { filter } of Object.values(builtInViews).flat()) {
    const parsed = parseFilter(new URLSearchParams(filter), []);
    expect(parsed.faults).toEqual([]);
    expect(formatFilter(parsed.filter)).toBe(filter);
  }
});

const root = await superAdmin(world);

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
