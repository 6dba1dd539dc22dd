import { callTool } from "@shardwatch/core/assistants/call";
import { tools } from "@shardwatch/core/assistants/tools";
import type { DatabaseList } from "@shardwatch/core/contract/deployment/database";
import type { DeploymentList, DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { factsOf } from "@shardwatch/core/contract/filter/facts";
import { fields } from "@shardwatch/core/contract/filter/fields";
import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { recentDeployments } from "@shardwatch/core/history/newest/recent-deployments";
import { everyJoinOver } from "@shardwatch/core/outlook/joins";
import { parse } from "csv-parse/sync";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { mebibyte, outlookOf } from "../support/outlook.ts";
import { databases } from "../support/reports.ts";
import { serversWithPast } from "../support/runways.ts";
import { actorFor, scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, signInAgain } from "../support/world.ts";

const world = await worldOfFile();
type Servers = Awaited<ReturnType<typeof serversWithPast>>;
let servers: Servers;
const day = 86_400_000;

/** Two databases of `cart` fill up, one soon; `both` has a full one, too; `flat` shows no growth. */
beforeAll(async () => {
  servers = await serversWithPast(world, {
    cart: [
      [50, 1],
      [34, 0.5],
    ],
    both: [
      [64, 0],
      [44, 1],
    ],
    brim: [[63.9, 0]],
    flat: [[20, 0]],
  });
});
// What a process has read is fifteen seconds old at most.
beforeEach(() => {
  world.clock.advance(20_000);
});

async function ask<Answer>(path: string): Promise<Answer> {
  const as = await signInAgain(world, servers.person);
  const answer = await call(world, "GET", path, { as });
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as Answer;
}
const list = async (query: string) => (await ask<DeploymentList>(`/deployments${query}`)).deployments;
const rows = async (query: string) => (await ask<DatabaseList>(`/databases${query}`)).databases;
const names = (items: readonly DeploymentListItem[]) => items.map(({ name }) => name).toSorted();
const lines = async (path: string) => {
  const answer = await call(world, "GET", path, { as: await signInAgain(world, servers.person) });
  return parse<Record<string, string>>(await answer.text(), { columns: true });
};

/** How often the rows of the outlook are queried while something is done. */
async function queriesOfOutlook(work: () => Promise<unknown>): Promise<number> {
  const spy = vi.spyOn(world.services.table, "queryAll");
  try {
    await work();
    return spy.mock.calls.filter(([run]) => "prefix" in run && run.prefix === "OUTLOOK#").length;
  } finally {
    spy.mockRestore();
  }
}

const daysTo = (item: Pick<MemoryOutlook, "earliest"> | undefined) =>
  item?.earliest == null ? undefined : Math.floor((Date.parse(item.earliest) - world.clock.now()) / day);

test("RUN02 CHG04 lists say of each database what GET /outlook says, and of a deployment its soonest one", async () => {
  const { items } = await outlookOf(world, servers.person, "?all=true");
  const said = new Map(items.map((one) => [`${one.deploymentName}/${one.database.id}`, one]));
  expect(Object.fromEntries([...said].map(([key, { say }]) => [key, say]))).toEqual({
    "cart/0": "date",
    "cart/1": "date",
    "both/0": "full",
    "both/1": "date",
    "brim/0": "full",
    "flat/0": "none",
  });
  for (const { deploymentName, id, outlook } of await rows("?outlook=1")) {
    const { say, earliest, latest } = said.get(`${deploymentName}/${id}`) ?? {};
    expect([deploymentName, id, outlook]).toEqual([deploymentName, id, { say, earliest, latest }]);
  }
  const deployments = Object.fromEntries((await list("?outlook=1")).map((one) => [one.name, one.outlook]));
  const soonest = (key: string) => {
    const { say, earliest, latest, database } = said.get(key) ?? {};
    return { say, earliest, latest, database };
  };
  const without = { earliest: null, latest: null, database: null };
  expect(deployments).toEqual({
    cart: { ...soonest("cart/0"), full: 0 },
    both: { ...soonest("both/1"), full: 1 },
    brim: { say: "full", ...without, full: 1 },
    flat: { say: "none", ...without, full: 0 },
  });
  expect(daysTo(deployments["cart"])).toBeLessThan(14);
});

test.each([
  ["runway=..14", ["cart"], ["cart/0"]],
  ["runway=..30", ["both", "cart"], ["both/1", "cart/0"]],
  ["runway=full", ["both", "brim"], ["both/0", "brim/0"]],
  ["runway=..14,full", ["both", "brim", "cart"], ["both/0", "brim/0", "cart/0"]],
  ["runway=15..", ["both"], ["both/1", "cart/1"]],
  ["runway=none", ["flat"], ["flat/0"]],
  ["runway=unknown", [], []],
  ["runway=-full&search=r", ["cart"], ["cart/0", "cart/1"]],
])("RUN02 FIL01 lists, files and the outlook take %s", async (filter, deployments, own) => {
  expect(names(await list(`?${filter}`))).toEqual(deployments);
  const keyOf = ({ deploymentName = "", id = "" }) => `${deploymentName}/${id}`;
  expect((await rows(`?${filter}`)).map(keyOf).toSorted()).toEqual(own);
  const file = await lines(`/deployments.csv?${filter}`);
  expect(file.map(({ name = "" }) => name).toSorted()).toEqual(deployments);
  expect((await lines(`/databases.csv?${filter}`)).map(keyOf).toSorted()).toEqual(own);
  const { items } = await outlookOf(world, servers.person, `?all=true&${filter}`);
  expect(items.map(({ deploymentName, database }) => `${deploymentName}/${database.id}`).toSorted()).toEqual(
    own,
  );
});

test("RUN02 DBS01 databases are sorted by it, the soonest first, and those without a date last", async () => {
  const sorted = async (order: string) =>
    (await rows(`?sort=runway&order=${order}`)).map(({ deploymentName, id }) => `${deploymentName}/${id}`);
  const soonest = await sorted("asc");
  expect(soonest.slice(0, 2).toSorted()).toEqual(["both/0", "brim/0"]);
  expect(soonest.slice(2)).toEqual(["cart/0", "both/1", "cart/1", "flat/0"]);
  expect((await sorted("desc")).slice(0, 3)).toEqual(["cart/1", "both/1", "cart/0"]);
});

test("RUN02 LSX08 the files of both lists have the earliest time, full or none", async () => {
  const file = await lines("/deployments.csv");
  const full = Object.fromEntries(file.map(({ name = "", memoryFullFrom }) => [name, memoryFullFrom]));
  const [cart] = await list("?outlook=1&search=cart");
  expect(full).toMatchObject({ cart: cart?.outlook?.earliest, brim: "full", flat: "none" });
  const [brim] = await lines("/databases.csv?search=brim");
  expect(brim?.["memoryFullFrom"]).toBe("full");
});

test("RUN02 nothing is read and nothing is said where nobody asks", async () => {
  const quiet = [
    "/deployments",
    "/databases",
    "/deployments?util=90..",
    "/databases?sort=memory",
    "/outlook/licenses",
  ];
  for (const path of [...quiet, "/deployments?figures=1", "/databases?ops=1.."]) {
    world.clock.advance(20_000);
    const answered: object[] = [];
    expect([path, await queriesOfOutlook(async () => void answered.push(await ask<object>(path)))]).toEqual([
      path,
      0,
    ]);
    expect(JSON.stringify(answered)).not.toContain('"outlook"');
  }
});

test("RUN02 one Query of the outlook is read where it is shown, filtered by or sorted by", async () => {
  for (const path of [
    "/deployments?outlook=1",
    "/deployments?runway=..14",
    "/databases?outlook=1",
    "/databases?runway=..14&outlook=1&sort=runway",
    "/databases?sort=runway",
  ]) {
    world.clock.advance(20_000);
    expect([path, await queriesOfOutlook(() => ask(path))]).toEqual([path, 1]);
  }
  const as = await signInAgain(world, servers.person);
  expect(await queriesOfOutlook(() => call(world, "GET", "/databases.csv", { as }))).toBe(1);
  const refused = await call(world, "GET", "/deployments?outlook=yes", { as });
  expect(await refused.json()).toMatchObject({ details: ['outlook: must be "1", or left out'] });
});

test("RUN02 pages of one look share the reading", async () => {
  const pages = [1, 2, 3].map((page) => `/databases?runway=..90&limit=1&page=${page}`);
  expect(await queriesOfOutlook(() => Promise.all(pages.map((path) => ask(path))))).toBe(1);
});

test("RUN02 CHG04 a limit that is changed moves the runway at the next look, without another fold", async () => {
  const days = async (memoryLimit: string | null) => {
    const some = databases(1, 34).map((database) => ({ ...database, memoryLimit }));
    await servers.report({ cart: { databases: some } });
    world.clock.advance(20_000);
    return fields.runway.fact(factsOf((await list("?outlook=1&search=cart"))[0] as never, world.clock.now()));
  };
  const usual = await days(String(64 * mebibyte));
  expect(await days(String(80 * mebibyte))).toBeGreaterThan(usual ?? Infinity);
  expect(await days(null)).toBeUndefined();
  expect(await days("0")).toBeNull();
  await servers.report();
});

test("RUN02 what a process keeps of deployments has it from the databases that it has read", async () => {
  const organization = scopeOf(servers.person);
  const read = (name: "figures" | "outlook") =>
    recentDeployments(world.services, organization, new Set([name]), everyJoinOver);
  expect(await queriesOfOutlook(() => read("figures"))).toBe(0);
  expect(await queriesOfOutlook(() => Promise.all([read("outlook"), read("outlook")]))).toBe(1);
  const { joined } = await read("outlook");
  const [cart] = await list("?outlook=1&search=cart");
  expect(joined?.get(servers.idOf("cart"))?.total()).toEqual({ outlook: cart?.outlook });
});

test("RUN02 OUT05 assistants find and sort by it, in words and days, and read it for nothing else", async () => {
  const ctx = { ...world.services, actor: await actorFor(world, servers.person), requestId: "request" };
  const answered = async (name: string, input: object) => {
    world.clock.advance(20_000);
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    return await callTool(ctx, tool, input);
  };
  const cells = async (name: string, input: object, ...columns: string[]) => {
    const { structured } = (await answered(name, input)) as {
      structured: { data: { columns: string[]; rows: unknown[][] } };
    };
    const { data } = structured;
    return data.rows.map((row) => columns.map((column) => row[data.columns.indexOf(column)]));
  };
  const sort = { sort: "runway", order: "asc" };
  const deployments = await cells("find_deployments", sort, "name", "runway");
  expect(deployments).toEqual([
    ["brim", "full"],
    ["cart", expect.any(Number)],
    ["both", expect.any(Number)],
    ["flat", "none"],
  ]);
  const full = await cells("find_databases", { filter: "runway:full" }, "deployment_name", "runway");
  expect(full.map((row) => row.join(" ")).toSorted()).toEqual(["both full", "brim full"]);
  expect(await queriesOfOutlook(() => answered("find_deployments", { filter: "util>50" }))).toBe(0);
  expect(await queriesOfOutlook(() => answered("find_deployments", { filter: "runway<=30" }))).toBe(1);
  expect(await queriesOfOutlook(() => answered("find_databases", { columns: ["runway"] }))).toBe(1);
});
