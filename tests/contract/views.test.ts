import { builtInViews } from "@shardwatch/core/contract/filter/views";
import { parseFilter } from "@shardwatch/core/contract/filter/parse";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import type { SavedView } from "@shardwatch/core/contract/view";
import { beforeEach, describe, expect, test } from "vitest";
import { adminAndViewer, saveView, viewsIn, viewsOf } from "../support/views.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import type { Person } from "../support/world.ts";

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
  expect(builtInViews.map(({ name }) => name)).toEqual([
    "All",
    "Needs attention",
    "Nearly full",
    "Silent",
    "Licenses",
  ]);
  for (const { filter } of builtInViews) {
    const parsed = parseFilter(new URLSearchParams(filter), []);
    expect(parsed.faults).toEqual([]);
    expect(formatFilter(parsed.filter)).toBe(filter);
  }
});
