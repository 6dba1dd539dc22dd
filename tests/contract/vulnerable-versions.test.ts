import type { Incident, IncidentList } from "@shardwatch/core/contract/incident/incident";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { PatchedVersionList } from "@shardwatch/core/contract/incident/patched";
import { day, minute } from "@shardwatch/core/kit/time";
import { beforeEach, expect, test } from "vitest";
import { channelsIn, typesFor } from "../support/channels.ts";
import { alertRowsOf, incidentOf, incidentsOf, lookAt } from "../support/incidents.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

/* A version with known vulnerabilities is one incident, however many servers have it. */

const world = await worldOfFile();
const { addWebhook } = channelsIn(world);
let person: Person;
let key: { compositeKey: string };
let webhook: string;

beforeEach(async () => {
  world.clock.time = Math.ceil(world.clock.time / day) * day;
  person = await signUp(world);
  key = await createKey(world, person);
  webhook = (await addWebhook(person)).channel.id;
});

type Fleet = Readonly<Record<string, string>>;
const redis = "redis" as const;

/** Reports servers with their versions, without a pass. A former agent says no engine. */
async function report(versions: Fleet, engine: typeof redis | null = redis): Promise<void> {
  const deployments = Object.entries(versions).map(([name, version]) =>
    reported(name, {
      databases: databases(1).map((database) => ({ ...database, version, ...(engine && { engine }) })),
    }),
  );
  expect((await send(world, key.compositeKey, reportOf(world, deployments))).status).toBe(202);
}

/** Reports in each minute, with a pass after it. */
async function pass(versions: Fleet, minutes = 1): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    world.clock.advance(minute);
    await report(versions);
    await lookAt(world, person);
  }
}

const servers = (count: number, version: string, name = version): Fleet =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`${name}-${index}`, version]));

/** By version: those of one pass have no other order. */
const open = async () =>
  (await incidentsOf(world, person)).toSorted((one, other) =>
    one.title.localeCompare(other.title, "en", { numeric: true }),
  );
const past = () => incidentsOf(world, person, "past");
const messages = () => typesFor(world, person, webhook);
const brief = ({ title, severity, affected: { count } }: Incident) => [title, severity, count];

async function ask(method: string, path: string, body?: object) {
  const as = await signInAgain(world, person);
  return await call(world, method, path, { as, ...(body && { body }) });
}
const sayPatched = (version: string) => ask("POST", "/patched-versions", { engine: "redis", version });
const takeBack = (version: string) => ask("DELETE", `/patched-versions?engine=redis&version=${version}`);

async function listed(filter: string): Promise<string[]> {
  const answer = await ask("GET", `/deployments?${filter}`);
  return ((await answer.json()) as DeploymentList).deployments.map(({ name }) => name).toSorted();
}

test("SCR09 a server with a known hole is named by the pass after its first report, in one incident for its version", async () => {
  await pass({ ...servers(30, "7.2.4"), ...servers(2, "7.2.15"), ...servers(2, "8.2.9") });
  const incidents = await open();
  expect(incidents.map(brief)).toEqual([
    ["Redis 7.2.4 has known vulnerabilities", "warning", 30],
    ["Redis 7.2.15 has known vulnerabilities", "warning", 2],
  ]);
  const [first] = incidents;
  expect(first).toMatchObject({
    rule: "known-vulnerability",
    cause: { kind: "version", id: "redis 7.2.4", name: "Redis 7.2.4" },
  });
  expect(first?.affected.first[0]?.value).toBe("CVE-2025-49844, CVSS 10.0");
  const { evidence, advice } = await incidentOf(world, person, first?.id ?? "");
  expect(evidence.figures).toEqual([
    { label: "Worst", value: "CVE-2025-49844, CVSS 10.0" },
    { label: "Known vulnerabilities", value: "12" },
    { label: "All fixed in", value: "7.2.16" },
  ]);
  expect(advice.text).toMatch(/^Upgrade to 7\.2\.16, .*unless your distribution patched it\./);
});

test("SCR09 servers that join later are in the incident of their version, and one that is upgraded leaves it", async () => {
  await pass(servers(4, "7.2.4"));
  const [before] = await open();
  await pass({ ...servers(4, "7.2.4"), late: "7.2.4" });
  expect(await open()).toMatchObject([{ id: before?.id, affected: { count: 5 } }]);
  await pass({ ...servers(4, "7.2.4"), late: "7.2.10" });
  expect((await open()).map(brief)).toEqual([
    ["Redis 7.2.4 has known vulnerabilities", "warning", 4],
    ["Redis 7.2.10 has known vulnerabilities", "warning", 1],
  ]);
  await pass({ ...servers(4, "7.2.4"), late: "8.2.4" });
  const [, moved] = await open();
  expect(moved?.affected.first[0]?.value).toBe("CVE-2026-81934, CVSS 9.8");
  // Of the branch of the second nothing is known.
  await pass({ ...servers(4, "8.2.9", "7.2.4"), late: "9.9.0" });
  expect(await open()).toEqual([]);
  expect(await past()).toHaveLength(3);
  for (const { resolution } of await past()) expect(resolution).toBe("recovered");
});

test("SCR09 what runs at the upgrade of Shardwatch is told once, and not again on the next days", async () => {
  const fleet = { ...servers(40, "7.2.4"), ...servers(40, "7.0.15"), ...servers(40, "8.2.2") };
  // The former release has no such rule, and passes all the same.
  for (let passed = 0; passed < 3; passed += 1) {
    world.clock.advance(minute);
    await report(fleet, null);
    await lookAt(world, person);
  }
  expect(await open()).toEqual([]);
  await pass(fleet);
  expect((await open()).map(({ affected }) => affected.count)).toEqual([40, 40, 40]);
  await pass(fleet, 30);
  const once = await messages();
  expect(once.length).toBeLessThanOrEqual(3);
  expect(new Set(once).size).toBe(1);
  for (let days = 0; days < 3; days += 1) {
    world.clock.advance(day - minute);
    await pass(fleet, 2);
  }
  expect(await messages()).toEqual(once);
  expect(await open()).toHaveLength(3);
});

test("SCR09 a pass that finds nothing new of versions writes nothing", async () => {
  await pass(servers(3, "7.2.4"), 2);
  const rows = await alertRowsOf(world, person);
  await pass(servers(3, "7.2.4"), 3);
  expect(await alertRowsOf(world, person)).toEqual(rows);
});

test("SCR09 a version that the distribution patched is quiet, also for servers that join later, until it is taken back", async () => {
  await pass(servers(2, "7.2.4"));
  const [{ id } = { id: "" }] = await open();
  expect(await listed("cve=critical")).toEqual(["7.2.4-0", "7.2.4-1"]);
  const said = await sayPatched("7.2.4");
  expect(said.status).toBe(200);
  expect(((await said.json()) as PatchedVersionList).patched).toMatchObject([
    { engine: "redis", version: "7.2.4", by: { id: person.accountId } },
  ]);
  // The incident is still open, and the person is named in it and beside it.
  expect((await open()).map(brief)).toEqual([["Redis 7.2.4 has known vulnerabilities", "warning", 2]]);
  await pass({ ...servers(2, "7.2.4"), late: "7.2.4", other: "7.2.5" }, 5);
  expect((await open()).map(brief)).toEqual([["Redis 7.2.5 has known vulnerabilities", "warning", 1]]);
  expect(await past()).toMatchObject([{ id, resolution: "patched" }]);
  expect(await listed("cve=critical")).toEqual(["other"]);
  expect(await listed("cve=patched")).toEqual(["7.2.4-0", "7.2.4-1", "late"]);
  const list = (await (await ask("GET", "/incidents")).json()) as IncidentList;
  expect(list.patched).toMatchObject([{ engine: "redis", version: "7.2.4" }]);
  const { timeline } = await incidentOf(world, person, id);
  expect(timeline.map(({ kind }) => kind)).toEqual(["opened", "patched", "resolved"]);

  expect((await takeBack("7.2.4")).status).toBe(200);
  await pass({ ...servers(2, "7.2.4"), late: "7.2.4", other: "8.2.9" });
  expect((await open()).map(brief)).toEqual([["Redis 7.2.4 has known vulnerabilities", "warning", 3]]);
  expect(await listed("cve=critical")).toHaveLength(3);
  const audit = await (await ask("GET", "/audit")).text();
  expect(audit).toContain("version.patched");
  expect(audit).toContain("version.unpatched");
});

test("SCR09 a version that is marked and unmarked several times does not come and go", async () => {
  await pass(servers(1, "7.2.4"));
  for (let times = 0; times < 3; times += 1) {
    await sayPatched("7.2.4");
    await pass(servers(1, "7.2.4"));
    expect(await open()).toEqual([]);
    await takeBack("7.2.4");
    await pass(servers(1, "7.2.4"));
    expect(await open()).toMatchObject([{ flapping: false }]);
  }
});

test("SCR09 a viewer can neither mark a version as patched nor take that back, and its incident stays", async () => {
  await pass(servers(1, "7.2.4"));
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, person);
  const as = await signInAgain(world, viewer);
  const body = { engine: "redis", version: "7.2.4" };
  expect((await call(world, "POST", "/patched-versions", { as, body })).status).toBe(403);
  await pass(servers(1, "7.2.4"));
  expect(await open()).toHaveLength(1);
  await sayPatched("7.2.4");
  const path = `/patched-versions?${new URLSearchParams(body).toString()}`;
  expect((await call(world, "DELETE", path, { as: await signInAgain(world, viewer) })).status).toBe(403);
  expect(await listed("cve=critical")).toEqual([]);
});

test("SCR09 to say it twice changes nothing, and a version without a known vulnerability can't be patched", async () => {
  await pass(servers(1, "7.2.4"));
  await sayPatched("7.2.4");
  const rows = await alertRowsOf(world, person);
  expect((await sayPatched("7.2.4")).status).toBe(200);
  expect(await alertRowsOf(world, person)).toEqual(rows);
  expect((await takeBack("7.2.5")).status).toBe(200);
  expect((await sayPatched("8.2.9")).status).toBe(409);
  expect((await sayPatched("9.9.0")).status).toBe(409);
  expect((await sayPatched("7.2")).status).toBe(400);
});

test("SCR09 silences and their preview ask about vulnerabilities as the list does", async () => {
  await pass({ ...servers(2, "7.2.4"), ...servers(1, "7.2.5"), well: "8.2.9" });
  const preview = async () => {
    const scope = { kind: "filter", filter: "cve=critical" };
    return (await (await ask("POST", "/silences/preview", { scope })).json()) as object;
  };
  expect(await preview()).toMatchObject({ deployments: 3, incidents: 2 });
  await sayPatched("7.2.4");
  expect(await preview()).toMatchObject({ deployments: 1 });
});

test("SCR09 what one organization says is patched is nothing to another", async () => {
  await pass(servers(1, "7.2.4"));
  await sayPatched("7.2.4");
  const first = person;
  person = await signUp(world);
  key = await createKey(world, person);
  await pass(servers(1, "7.2.4"));
  expect(await open()).toHaveLength(1);
  expect(await listed("cve=critical")).toHaveLength(1);
  person = first;
  expect(await listed("cve=critical")).toEqual([]);
});
