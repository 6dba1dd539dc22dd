import type { DatabaseList } from "@shardwatch/core/contract/deployment/database";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { SilencePreview } from "@shardwatch/core/contract/incident/silence";
import { minute } from "@shardwatch/core/kit/time";
import { parse } from "csv-parse/sync";
import { beforeEach, expect, test } from "vitest";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { organizationPartition, rowsOfOrganization } from "../support/scope.ts";
import { silenceFor } from "../support/silences.ts";
import { slotMilliseconds, slotStart } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
let person: Person;
let key: string;

beforeEach(async () => {
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
  // Each test begins two minutes into a slot.
  world.clock.time = Math.ceil(world.clock.time / slotMilliseconds) * slotMilliseconds + 2 * minute;
});

/** The figures of the slot that is over, a number for each database. */
type Slots = Readonly<Record<string, Readonly<Record<string, readonly (number | null)[]>>>>;

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => String(index));

/** A report of servers, each with the persistence of its databases. Only what is in `slots` was measured in the slot. */
async function report(servers: Readonly<Record<string, readonly (string | null)[]>>, slots: Slots = {}) {
  world.clock.advance(1_000);
  const deployments = Object.entries(servers).map(([name, words]) => {
    const own = databases(words.length).map((one, index) => ({ ...one, persistence: words[index] ?? null }));
    return reported(name, { databases: own });
  });
  const slot = {
    at: new Date(slotStart(world, 1)).toISOString(),
    deployments: Object.entries(slots).map(([name, figures]) => ({
      key: name,
      status: "active",
      databases: { ids: idsOf(servers[name]?.length ?? 0), ...figures },
    })),
  };
  const sent = await send(world, key, reportOf(world, deployments, { slots: [slot] }));
  expect(sent.status).toBe(202);
}

async function ask<Answer>(path: string): Promise<Answer> {
  const answer = await call(world, "GET", path, { as: await signInAgain(world, person) });
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as Answer;
}

const listed = async (filter: string) =>
  (await ask<DeploymentList>(`/deployments?${filter}`)).deployments.map(({ name }) => name).toSorted();
const rows = async (query: string) => (await ask<DatabaseList>(`/databases?${query}`)).databases;
const databasesFor = async (filter: string) =>
  (await rows(filter)).map(({ deploymentName, id }) => `${deploymentName}/${id}`).toSorted();
const lines = async (path: string) => {
  const answer = await call(world, "GET", path, { as: await signInAgain(world, person) });
  return parse<Record<string, string>>(await answer.text(), { columns: true });
};

/** Two databases of a busy server, one of a quiet one, one that nobody asks, and a server that was not measured. */
const fourServers = () =>
  report(
    { busy: ["none", "aof-every-write"], quiet: ["snapshot-every-1-hour"], idle: [null], unmeasured: [null] },
    {
      busy: {
        ops: [900, 200],
        clients: [90, 20],
        hits: [99, 1],
        misses: [1, 1],
        lagBytes: [0, 3 * 2 ** 20],
        fragmentation: [1, 2],
        used: [100, 100],
      },
      quiet: {
        ops: [3],
        clients: [1],
        hits: [1],
        misses: [3],
        lagBytes: [null],
        fragmentation: [1.1],
        used: [100],
      },
      idle: { ops: [0], clients: [0], hits: [0], misses: [0] },
    },
  );

test.each([
  ["ops=1000..", ["busy"], []],
  ["ops=100..1000", [], ["busy/0", "busy/1"]],
  ["ops=-100..", ["idle", "quiet"], ["idle/0", "quiet/0"]],
  ["ops=unknown", ["unmeasured"], ["unmeasured/0"]],
  ["clients=..50", ["idle", "quiet"], ["busy/1", "idle/0", "quiet/0"]],
  ["hits=..50", ["quiet"], ["busy/1", "quiet/0"]],
  ["hits=95..", ["busy"], ["busy/0"]],
  ["hits=none", ["idle"], ["idle/0"]],
  ["hits=unknown", ["unmeasured"], ["unmeasured/0"]],
  ["lag=1MiB..", ["busy"], ["busy/1"]],
  ["lag=unknown", ["idle", "quiet", "unmeasured"], ["idle/0", "quiet/0", "unmeasured/0"]],
  ["frag=1.5..", ["busy"], ["busy/1"]],
  ["persistence=off", ["busy"], ["busy/0"]],
  ["persistence=aof,snapshot", ["busy", "quiet"], ["busy/1", "quiet/0"]],
  ["persistence=unknown", ["idle", "unmeasured"], ["idle/0", "unmeasured/0"]],
  ["ops=..1000&persistence=snapshot", ["quiet"], ["quiet/0"]],
])("RUL02 FIL01 lists, databases and files take %s", async (filter, deployments, own) => {
  await fourServers();
  expect(await listed(filter)).toEqual(deployments);
  expect(await databasesFor(filter)).toEqual(own);
  const file = await lines(`/deployments.csv?${filter}`);
  expect(new Set(file.map(({ name }) => name))).toEqual(new Set(deployments));
  const others = await lines(`/databases.csv?${filter}`);
  expect(others.map(({ deploymentName, id }) => `${deploymentName}/${id}`).toSorted()).toEqual(own);
});

test("RUL02 FIL03 figures that are too old are unknown to a filter", async () => {
  await fourServers();
  expect(await listed("ops=1000..")).toEqual(["busy"]);
  world.clock.time = slotStart(world, 0) + 2 * slotMilliseconds + 1_000;
  await report({ busy: ["none", "aof-every-write"] });
  expect(await listed("ops=1000..")).toEqual([]);
  expect(await listed("ops=unknown")).toContain("busy");
});

test("RUL02 DBS01 databases are sorted by each figure, page after page, with unknown ones last", async () => {
  await fourServers();
  const orders = {
    ops: ["9.0e+2", "2.0e+2", "3.0", "0.0", ""],
    clients: ["90", "20", "1.0", "0.0", ""],
    hits: ["99", "50", "25", "", ""],
    frag: ["2.0", "1.1", "1.0", "", ""],
  };
  const columns = {
    ops: "opsPerSecond",
    clients: "clients",
    hits: "hitRatio",
    frag: "fragmentation",
  } as const;
  for (const sort of ["ops", "clients", "hits", "frag"] as const)
    for (const order of ["desc", "asc"] as const) {
      const known = orders[sort].filter((text) => text !== "");
      const unknown = orders[sort].filter((text) => text === "");
      const expected = [...(order === "desc" ? known : known.toReversed()), ...unknown];
      const found: string[] = [];
      let cursor = "";
      do {
        const query = `sort=${sort}&order=${order}&limit=1${cursor}`;
        const page = await ask<DatabaseList>(`/databases?${query}`);
        // Stored figures are exact to 0.05 %.
        found.push(...page.databases.map(({ figures }) => figures?.[columns[sort]]?.toPrecision(2) ?? ""));
        cursor = page.nextCursor === undefined ? "" : `&cursor=${page.nextCursor}`;
      } while (cursor !== "");
      expect([sort, order, found]).toEqual([sort, order, expected]);
    }
  const byLag = (await rows("sort=lag&order=desc")).map(({ deploymentName, id }) => deploymentName + id);
  expect(byLag.slice(0, 2)).toEqual(["busy1", "busy0"]);
  expect((await rows("sort=persistence")).map(({ persistence }) => persistence)).toEqual([
    "aof-every-write",
    "none",
    "snapshot-every-1-hour",
    null,
    null,
  ]);
});

test("RUL02 INC05 a silence can ask about the newest figures, and says before how many it covers", async () => {
  const servers = { busy: [null], quiet: [null] };
  const broken = (name: string) => ({ ...reported(name), status: "unreachable" });
  await report(servers, { busy: { ops: [900] }, quiet: { ops: [3] } });
  await lookAt(world, person);
  const preview = await call(world, "POST", "/silences/preview", {
    as: await signInAgain(world, person),
    body: { scope: { kind: "filter", filter: "ops=..100" } },
  });
  expect((await preview.json()) as SilencePreview).toMatchObject({ deployments: 1, unknown: 0 });
  await silenceFor(world, person, { scope: { kind: "filter", filter: "ops=..100" } });
  for (let passed = 0; passed < 3; passed += 1) {
    world.clock.advance(minute);
    const both = ["busy", "quiet"].map(broken);
    expect((await send(world, key, reportOf(world, both))).status).toBe(202);
    await lookAt(world, person);
  }
  const open = await incidentsOf(world, person);
  const silent = open.map(({ title, silencedUntil }) => [title.split(":")[0], silencedUntil !== null]);
  expect(Object.fromEntries(silent)).toEqual({ busy: false, quiet: true });
});

test("RUL02 a pass looks at the figures for a silence that asks about them, until that ends", async () => {
  // They must have figures, and have none. So each look at them looks again, and says when.
  await report({ one: [null], two: [null] });
  await lookAt(world, person);
  const readsAgain = async () => {
    const lookedAt = async () => {
      const all = await world.services.table.queryAll(rowsOfOrganization(person.organizationId));
      return all.find(({ sk }) => sk === "NEWEST#look")?.["at"];
    };
    const before = await lookedAt();
    world.clock.advance(minute);
    await lookAt(world, person);
    return (await lookedAt()) !== before;
  };
  const during = async (filter: string) => {
    const { id } = await silenceFor(world, person, { scope: { kind: "filter", filter } });
    const found = await readsAgain();
    const as = await signInAgain(world, person);
    expect((await call(world, "DELETE", `/silences/${id}`, { as })).status).toBe(204);
    return [found, await readsAgain()];
  };
  expect(await during("version=8")).toEqual([false, false]);
  expect(await during("ops=..100")).toEqual([true, false]);
});

test("RUL02 SEC13 nobody learns of another organization's figures by a filter, an order, an id or a cursor", async () => {
  await fourServers();
  const { nextCursor = "" } = await ask<DatabaseList>("/databases?sort=ops&order=desc&limit=1");
  const [own] = (await ask<DeploymentList>("/deployments")).deployments;
  const stranger = await signUp(world);
  world.recorder.clear();
  const statusOf = async (path: string) => {
    const answer = await call(world, "GET", path, { as: await signInAgain(world, stranger) });
    return [answer.status, answer.status === 200 ? await answer.text() : ""] as const;
  };
  const named = `organizationId=${person.organizationId}`;
  for (const path of ["deployments", "databases", "deployments.csv", "databases.csv"])
    expect(await statusOf(`/${path}?${named}&ops=0..`)).toEqual([403, ""]);
  expect(await statusOf(`/databases?${named}&sort=ops`)).toEqual([403, ""]);
  for (const path of [
    `/deployments?id=${own?.id}&ops=0..,unknown`,
    `/databases?sort=ops&order=desc&cursor=${nextCursor}`,
  ]) {
    const [status, text] = await statusOf(path);
    expect([status, text.includes("busy") || text.includes("quiet")]).toEqual([200, false]);
  }
  const touched = world.recorder.sent.flatMap(({ partitions }) => partitions);
  expect(touched).not.toContain(organizationPartition(person.organizationId));
  expect((await call(world, "GET", "/deployments?ops=0..", {})).status).toBe(401);
});
