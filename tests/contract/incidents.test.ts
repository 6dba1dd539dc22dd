import type { DatabaseList } from "@shardwatch/core/contract/deployment/database";
import type { Deployment, DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { IncidentList } from "@shardwatch/core/contract/incident/incident";
import { duePasses } from "@shardwatch/core/incident/due";
import { beforeEach, expect, test } from "vitest";
import { everyPage, superAdmin } from "../support/administer.ts";
import { alertRowsOf, incidentOf, incidentsOf, lookAt } from "../support/incidents.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const world = await worldOfFile();
const root = await superAdmin(world);
let person: Person;
let key: { keyId: string; compositeKey: string };

beforeEach(async () => {
  world.clock.time = Math.ceil(world.clock.time / day) * day;
  person = await signUp(world);
  key = await createKey(world, person);
});

/** An agent with this many servers. */
async function report(agent: string, count: number, fields = {}, usedMebibytes = 1): Promise<void> {
  const deployments = Array.from({ length: count }, (_, index) =>
    reported(`${agent}-${index}`, { databases: databases(1, usedMebibytes), ...fields }),
  );
  const named = { agent: { id: agent.padEnd(16, "0"), name: agent, version: "1.0.0" } };
  expect((await send(world, key.compositeKey, reportOf(world, deployments, named))).status).toBe(202);
}

/** Passes for this many minutes. `before` runs in each of them. */
async function pass(minutes: number, before: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    world.clock.advance(minute);
    await before();
    await lookAt(world, person);
  }
}

const open = () => incidentsOf(world, person);
const past = () => incidentsOf(world, person, "past");

test("INC01 an organization is watched from its first source on, and what is well writes nothing more", async () => {
  await lookAt(world, person);
  expect(await alertRowsOf(world, person)).toEqual([]);
  await report("one", 2);
  await lookAt(world, person);
  const [clock, ...others] = await alertRowsOf(world, person);
  expect(clock).toMatchObject({ sk: "ALERT#CLOCK", gsi1pk: "ALERTS_WATCHED", gsi1sk: person.organizationId });
  expect(others).toEqual([]);
  await pass(3, () => report("one", 2));
  expect(await alertRowsOf(world, person)).toEqual([clock]);
  expect(await open()).toEqual([]);
});

test("INC02 INC04 a full store fires after three minutes, with evidence and what to do", async () => {
  await pass(3, () => report("one", 1, {}, 59));
  expect(await open()).toEqual([]);
  await pass(1, () => report("one", 1, {}, 59));
  const [incident] = await open();
  expect(incident).toMatchObject({
    rule: "memory-full",
    severity: "warning",
    title: "one-0: memory at 92.2% of its limit",
  });
  await pass(1, () => report("one", 1, {}, 63));
  expect(await open()).toMatchObject([{ id: incident?.id, severity: "critical", sequence: 2 }]);
  const detail = await incidentOf(world, person, incident?.id ?? "");
  expect(detail.evidence.figures).toEqual([{ label: "Observed", value: "98.4% of its limit" }]);
  expect(detail.advice.text).toContain("writes fail");
  expect(detail.members).toEqual([{ id: incident?.affected.first[0]?.id, name: "one-0" }]);
  expect(detail.timeline.map(({ kind }) => kind)).toEqual(["opened", "rose"]);
});

test("SCR04 P2 the list of open incidents says what to do and which channels have a message, in two round trips", async () => {
  await pass(4, () => report("one", 1, {}, 59));
  const [warning] = await open();
  expect(warning?.advice?.text).toContain("writes fail");
  expect(warning?.notified?.map(({ name }) => name)).toEqual(["Admins by email"]);
  await pass(1, () => report("one", 1, {}, 63));
  const as = await signInAgain(world, person);
  world.recorder.clear();
  const answer = await call(world, "GET", "/incidents", { as });
  expect(world.recorder.sequentialRoundTrips()).toBe(2);
  const [critical] = ((await answer.json()) as IncidentList).incidents;
  const names = critical?.notified?.map(({ name }) => name).toSorted();
  expect(names).toEqual(["Admins by email", "Notifications in Shardwatch"]);
  await pass(12, () => report("one", 1));
  const [over] = await past();
  expect(over).toMatchObject({ id: warning?.id });
  expect(over).not.toHaveProperty("advice");
  expect(over).not.toHaveProperty("notified");
});

test("INC04 an unreachable server shows what its agent says", async () => {
  const down = { status: "unreachable", statusMessage: "The connection was refused.", databases: undefined };
  await pass(3, () => report("one", 1, down));
  const [incident] = await open();
  expect(incident).toMatchObject({ rule: "unwell", severity: "critical", title: "one-0: unreachable" });
  const { evidence } = await incidentOf(world, person, incident?.id ?? "");
  expect(evidence.words).toBe("The connection was refused.");
  expect(evidence.since).not.toBeNull();
});

test("INC02 an incident of a deployment that is deleted ends as deleted", async () => {
  await pass(4, () => report("one", 1, {}, 59));
  const [incident] = await open();
  await call(world, "DELETE", `/deployments/${incident?.affected.first[0]?.id}`, {
    as: await signInAgain(world, person),
  });
  await pass(1);
  expect(await past()).toMatchObject([{ id: incident?.id, resolution: "deleted" }]);
});

test("INC08 after a gap nothing fires at once, and agents have ten minutes to come back", async () => {
  await report("one", 2);
  await lookAt(world, person);
  world.clock.advance(180 * minute);
  const since = world.clock.now();
  await lookAt(world, person, { previous: since - 180 * minute, since });
  for (let index = 1; index < 10; index += 1) {
    world.clock.advance(minute);
    await lookAt(world, person, { since });
  }
  expect(await open()).toEqual([]);
  world.clock.advance(minute);
  await lookAt(world, person, { since });
  expect(await open()).toHaveLength(1);
});

test("INC05 any member acknowledges with a note, both are audited and shown, and a resolved incident refuses", async () => {
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, person);
  await report("one", 1);
  await pass(6);
  const [{ id } = { id: "" }] = await open();
  const ask = async (method: string, as: Person, body?: unknown) =>
    await call(world, method, `/incidents/${id}/acknowledgement`, {
      as: await signInAgain(world, as),
      ...(body !== undefined && { body }),
    });
  for (let again = 0; again < 2; again += 1) {
    const answer = await ask("POST", viewer, { note: "I look after it" });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      acknowledged: { by: { id: viewer.accountId }, note: "I look after it" },
      timeline: [{ kind: "opened" }, { kind: "acknowledged", text: "I look after it" }],
    });
  }
  const unseen = await ask("POST", viewer, { note: "I look\u202e after it" });
  expect([unseen.status, await unseen.text()]).toEqual([400, expect.stringContaining("U+202E")]);
  // A pass leaves it as it is.
  await pass(1);
  expect(await open()).toMatchObject([{ acknowledged: { note: "I look after it" } }]);
  expect(await (await ask("DELETE", person)).json()).toMatchObject({ acknowledged: null });
  const audit = await call(world, "GET", "/audit?action=incident", { as: await signInAgain(world, person) });
  const { events } = (await audit.json()) as { events: { action: string; object: object }[] };
  expect(events.map(({ action }) => action)).toEqual(["incident.unacknowledged", "incident.acknowledged"]);
  expect(events[0]?.object).toMatchObject({ id, name: "Agent one stopped reporting (1 deployment)" });
  await pass(3, () => report("one", 1));
  expect((await ask("POST", person, {})).status).toBe(409);
});

test("INC04 past incidents come in pages, newest first, and a made-up cursor is refused", async () => {
  for (let round = 0; round < 3; round += 1) {
    await report("one", 1);
    await pass(6);
    await pass(3, () => report("one", 1));
    // An hour later nothing counts as flapping any more.
    world.clock.advance(120 * minute);
  }
  const as = await signInAgain(world, person);
  const page = async (query: string) =>
    await (await call(world, "GET", `/incidents?state=past&${query}`, { as })).json();
  const first = (await page("limit=2")) as { incidents: { openedAt: string }[]; nextCursor: string };
  expect(first.incidents).toHaveLength(2);
  const rest = (await page(`limit=2&cursor=${first.nextCursor}`)) as typeof first;
  expect(rest.incidents).toHaveLength(1);
  expect(rest.nextCursor).toBeUndefined();
  const times = [...first.incidents, ...rest.incidents].map(({ openedAt }) => openedAt);
  expect(times).toEqual(times.toSorted().toReversed());
  expect(await page("cursor=made-up")).toMatchObject({ code: "INVALID" });
});

test("SEC13 an incident of another organization does not exist, except for super admins who name it", async () => {
  await report("one", 1);
  await pass(6);
  const [{ id } = { id: "" }] = await open();
  const other = await signUp(world);
  expect((await call(world, "GET", `/incidents/${id}`, { as: other })).status).toBe(404);
  const as = await signInAgain(world, root);
  const path = `/incidents/${id}?organizationId=${person.organizationId}`;
  expect((await call(world, "GET", path, { as })).status).toBe(200);
  const forbidden = await call(world, "GET", `/incidents?organizationId=${person.organizationId}`, {
    as: other,
  });
  expect(forbidden.status).toBe(403);
});

/** Reports these deployments, with memory used of 64 MiB. */
async function reportUsed(used: Readonly<Record<string, number>>): Promise<void> {
  const all = Object.entries(used).map(([name, mebibytes]) =>
    reported(name, { databases: databases(1, mebibytes) }),
  );
  expect((await send(world, key.compositeKey, reportOf(world, all))).status).toBe(202);
}

/** A store stays full until its incident opens. The others are well. */
async function untilFull(used: Readonly<Record<string, number>>): Promise<void> {
  for (let passed = 0; passed < 4; passed += 1) {
    world.clock.advance(minute);
    await reportUsed(used);
    await lookAt(world, person);
  }
  person = await signInAgain(world, person);
}

const answer = async (path: string, as = person): Promise<Response> => await call(world, "GET", path, { as });

async function listed(query: string, as = person): Promise<string[]> {
  const response = await answer(`/deployments?${query}`, as);
  expect(response.status).toBe(200);
  return ((await response.json()) as DeploymentList).deployments.map(({ name }) => name).toSorted();
}

test("INC11 the list, its CSV and the databases are filtered by the open incidents of their deployments", async () => {
  await untilFull({ full: 60, also: 61, well: 1 });
  expect(await listed("incident=open")).toEqual(["also", "full"]);
  expect(await listed("incident=none")).toEqual(["well"]);
  expect(await listed("incident=-none")).toEqual(["also", "full"]);
  expect(await listed("incident=acknowledged")).toEqual([]);
  expect(await listed("incident=unknown")).toEqual([]);
  const [incident] = (await incidentsOf(world, person)).filter(({ title }) => title.startsWith("full"));
  await call(world, "POST", `/incidents/${incident?.id}/acknowledgement`, { as: person, body: {} });
  expect(await listed("incident=acknowledged")).toEqual(["full"]);
  expect(await listed("incident=open,none&incident=-acknowledged")).toEqual(["also", "well"]);
  expect(await listed("incident=open&search=al")).toEqual(["also"]);
  const csv = await (await answer("/deployments.csv?incident=acknowledged")).text();
  expect(csv).toContain("full");
  expect(csv).not.toContain("also");
  const list = (await (await answer("/databases?incident=open")).json()) as DatabaseList;
  expect(list.databases.map(({ deploymentName }) => deploymentName).toSorted()).toEqual(["also", "full"]);
  // The process keeps the fleet for a while, and no other question may find the incidents in it.
  expect((await (await answer("/databases?incident=none")).json()) as DatabaseList).toMatchObject({
    total: 1,
  });
  expect((await answer("/deployments?incident=burning")).status).toBe(400);
});

test("INC11 ROL07 across all organizations, each row is asked for in its own", async () => {
  await untilFull({ "first full": 60, well: 1 });
  const first = person;
  person = await signUp(world);
  key = await createKey(world, person);
  await untilFull({ "second full": 60 });
  const as = await signInAgain(world, root);
  const rows = await everyPage<Deployment>(world, as, "/deployments?incident=open", "deployments");
  const found = rows.map(({ name }) => name);
  expect(found).toEqual(expect.arrayContaining(["first full", "second full"]));
  expect(found).not.toContain("well");
  expect(await listed(`incident=open&org=${first.organizationId}`, as)).toEqual(["first full"]);
  expect(await listed("incident=open", first)).toEqual(["first full"]);
});

test("INC04 INC11 the open ones name all that they concern, and say when organizations were last looked at", async () => {
  const names = Array.from({ length: 23 }, (_, index) => [`server ${index}`, 1] as const);
  await reportUsed(Object.fromEntries(names));
  await lookAt(world, person);
  for (let passed = 0; passed < 6; passed += 1) {
    world.clock.advance(minute);
    await lookAt(world, person);
  }
  await duePasses(world.services);
  person = await signInAgain(world, person);
  const { incidents, lookedAt } = (await (await answer("/incidents")).json()) as IncidentList;
  const [{ affected } = { affected: { count: 0, first: [], others: [] } }] = incidents;
  expect(affected).toMatchObject({ count: 23 });
  const ids = [...affected.first.map(({ id }) => id), ...(affected.others ?? [])];
  expect(affected.first).toHaveLength(20);
  expect(new Set(ids).size).toBe(23);
  expect(lookedAt).toBe(new Date(Math.floor(world.clock.now() / minute) * minute).toISOString());
});
