import type { Silence, SilencePreview } from "@shardwatch/core/contract/incident/silence";
import { create } from "@shardwatch/core/incident/silences/silences";
import { beforeEach, expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { mailOf, typesFor } from "../support/channels.ts";
import { alertRowsOf, incidentOf, incidentsOf, lookAt } from "../support/incidents.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { actorFor } from "../support/scope.ts";
import { askForSilence, silenceFor, silenceRule } from "../support/silences.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const world = await worldOfFile();
const root = await superAdmin(world);
let person: Person;
let key: string;

beforeEach(async () => {
  world.clock.time = Math.ceil(world.clock.time / day) * day;
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
});

/** Two agents with a cluster and a server, each. */
async function report(agents = ["one", "two"]): Promise<void> {
  for (const agent of agents) {
    const deployments = [reported(`${agent}-a`, { type: "CLUSTER" }), reported(`${agent}-b`)];
    const named = { agent: { id: agent.padEnd(16, "0"), name: agent, version: "1.0.0" } };
    expect((await send(world, key, reportOf(world, deployments, named))).status).toBe(202);
  }
}

async function pass(minutes: number, before: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    world.clock.advance(minute);
    await before();
    await lookAt(world, person);
  }
}

/** Both agents are silent. */
async function twoIncidents() {
  await report();
  await lookAt(world, person);
  await pass(6);
  const open = await incidentsOf(world, person);
  expect(open).toHaveLength(2);
  return open;
}

const open = () => incidentsOf(world, person);
const iso = (inMinutes: number) => new Date(world.clock.now() + inMinutes * minute).toISOString();
/** Of each open incident, the silent ones first. */
const silentUntil = async () => {
  const all = (await open()).map(({ silencedUntil }) => silencedUntil);
  return [...all.filter((until) => until !== null), ...all.filter((until) => until === null)];
};

/** The deployments that the filter finds as silenced. */
async function silencedRows() {
  const answer = await call(world, "GET", "/deployments?incident=silenced", {
    as: await signInAgain(world, person),
  });
  return ((await answer.json()) as { deployments: object[] }).deployments;
}

async function silences(as = person, query = ""): Promise<Silence[]> {
  const answer = await call(world, "GET", `/silences${query}`, { as: await signInAgain(world, as) });
  return ((await answer.json()) as { silences: Silence[] }).silences;
}

const endIt = async (id: string, as = person) =>
  (await call(world, "DELETE", `/silences/${id}`, { as: await signInAgain(world, as) })).status;

test("INC05 a silence of an incident shows at once, lasts to its end, and is ended before it by hand", async () => {
  const [first] = await twoIncidents();
  const scope = { kind: "incident", incidentId: first?.id ?? "" } as const;
  const made = await silenceFor(world, person, { scope, reason: "  The host moves  " });
  expect(made).toMatchObject({
    scope: { ...scope, title: first?.title },
    from: iso(0),
    until: iso(60),
    reason: "The host moves",
    createdBy: { id: person.accountId },
  });
  expect(await silences()).toEqual([made]);
  expect(await silentUntil()).toEqual([iso(60), null]);
  await pass(2);
  expect(await endIt(made.id)).toBe(204);
  expect(await silentUntil()).toEqual([null, null]);
  expect(await silences()).toEqual([]);
  // A second time is harmless, and nothing is recorded twice.
  expect(await endIt(made.id)).toBe(204);
  await pass(1);
  const { timeline } = await incidentOf(world, person, first?.id ?? "");
  expect(timeline.map(({ kind }) => kind)).toEqual(["opened", "silenced", "unsilenced"]);
  expect(timeline[1]?.text).toBe("The host moves");
  expect(timeline[2]?.by).not.toBeNull();
  const audit = await call(world, "GET", "/audit?action=silence", { as: await signInAgain(world, person) });
  const { events } = (await audit.json()) as { events: { action: string; object: object }[] };
  expect(events.map(({ action }) => action)).toEqual(["silence.ended", "silence.created"]);
  expect(events[1]?.object).toMatchObject({ id: made.id, name: first?.title });
});

test("INC05 SCR01 what opens during a silence is silent from its first minute, and not any more after its end", async () => {
  await report();
  await lookAt(world, person);
  const scope = { kind: "filter", filter: "type=STANDALONE,CLUSTER" } as const;
  const { until } = await silenceFor(world, person, { scope, until: iso(8), confirm: true });
  await pass(6);
  expect(await silentUntil()).toEqual([until, until]);
  await pass(1);
  expect(await silentUntil()).toEqual([until, until]);
  expect(await silencedRows()).toHaveLength(4);
  world.clock.advance(minute);
  // Its end needs no pass.
  expect(await silentUntil()).toEqual([null, null]);
  expect(await silencedRows()).toEqual([]);
  await lookAt(world, person);
  expect(await silentUntil()).toEqual([null, null]);
  const rows = await alertRowsOf(world, person);
  expect(rows.find(({ sk }) => sk.startsWith("ALERT#SILENCE#"))).toMatchObject({
    ttl: (Date.parse(until) + day) / 1_000,
  });
});

test("INC05 one that begins later waits, and evaluation goes on in the meantime", async () => {
  await twoIncidents();
  await silenceFor(world, person, {
    scope: { kind: "rule", rule: "silent" },
    from: iso(2),
    until: iso(10),
  });
  expect(await silentUntil()).toEqual([null, null]);
  await pass(2);
  expect(await silentUntil()).toEqual([iso(8), iso(8)]);
  await pass(4, report);
  expect(await open()).toEqual([]);
});

test("INC05 CHN01 nothing is sent about what opens or rises during a silence, and one message of what is open after it", async () => {
  await report();
  await lookAt(world, person);
  const mails = () => typesFor(world, person, mailOf(person));
  const all = { kind: "filter", filter: "" } as const;
  const one = await silenceFor(world, person, { scope: all, confirm: true });
  await pass(8, () => report(["two"]));
  expect(await open()).toHaveLength(1);
  expect(await mails()).toEqual([]);
  await endIt(one.id);
  await pass(2, () => report(["two"]));
  expect(await mails()).toEqual(["incident.opened"]);
  await pass(3, report);
  expect(await mails()).toEqual(["incident.opened", "incident.resolved"]);
});

test("INC05 the preview counts deployments, open incidents, and what is not known", async () => {
  const [first] = await twoIncidents();
  const ask = async (scope: object) => {
    const answer = await call(world, "POST", "/silences/preview", {
      as: await signInAgain(world, person),
      body: { scope },
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as SilencePreview;
  };
  const ofFilter = (filter: string) => ask({ kind: "filter", filter });
  expect(await ofFilter("")).toEqual({ deployments: 4, unknown: 0, incidents: 2 });
  expect(await ofFilter("search=one-")).toEqual({ deployments: 2, unknown: 0, incidents: 1 });
  expect(await ofFilter("one- fresh:silent")).toEqual(await ofFilter("search=one-&fresh=silent"));
  expect(await ofFilter("type=CLUSTER")).toEqual({ deployments: 2, unknown: 0, incidents: 0 });
  expect(await ofFilter("region=eu-west-1")).toEqual({ deployments: 0, unknown: 0, incidents: 0 });
  expect(await ofFilter("eos=..30&type=CLUSTER")).toMatchObject({ deployments: 0, unknown: 2 });
  expect(await ask({ kind: "rule", rule: "silent" })).toEqual({ deployments: 4, unknown: 0, incidents: 2 });
  expect(await ask({ kind: "incident", incidentId: first?.id })).toEqual({
    deployments: 2,
    unknown: 0,
    incidents: 1,
  });
  expect(await silences()).toEqual([]);
});

test("INC05 wrong times, scopes and reasons are refused with their field, an empty filter until it is confirmed", async () => {
  const all = { kind: "rule", rule: "silent" } as const;
  const refusals: [Parameters<typeof askForSilence>[2], number, string][] = [
    [{ scope: { kind: "filter", filter: "stauts=stale" } }, 400, "did you mean status?"],
    [{ scope: { kind: "filter", filter: "util=much" } }, 400, "util"],
    [{ scope: { kind: "filter", filter: "org=org_1" } }, 400, "org: has no meaning"],
    [{ scope: { kind: "filter", filter: "q=org:org_1" } }, 400, "org: has no meaning"],
    [{ scope: { kind: "filter", filter: "cache severity:warning" } }, 400, "severity: has no meaning"],
    [{ scope: { kind: "filter", filter: "severity=warning" } }, 400, "severity: has no meaning"],
    [{ scope: { kind: "filter", filter: "" } }, 409, "SILENCES_EVERYTHING"],
    [{ scope: { kind: "incident", incidentId: "inc_00000000000000000000000000" } }, 404, "NOT_FOUND"],
    [{ scope: all, until: iso(0) }, 400, "until: must be in the future"],
    [{ scope: all, until: iso(30 * 24 * 60 + 1) }, 400, "until: must be at most 30 days after from"],
    [{ scope: all, from: iso(60), until: iso(60) }, 400, "until"],
    [{ scope: all, from: iso(30 * 24 * 60 + 1), until: iso(31 * 24 * 60) }, 400, "from: must be within"],
    [{ scope: all, reason: "  " }, 400, "A reason is required"],
    [{ scope: all, reason: "\u202Ereason" }, 400, "reason"],
  ];
  for (const [request, status, text] of refusals) {
    const answer = await askForSilence(world, person, request);
    expect(answer.status, text).toBe(status);
    expect(await answer.text()).toContain(text);
  }
  expect(await silences()).toEqual([]);
  const confirmed = { scope: { kind: "filter", filter: "" }, confirm: true } as const;
  expect((await askForSilence(world, person, confirmed)).status).toBe(201);
});

test("INC05 a filter that leaves nothing of the fleet has to be confirmed as an empty one has", async () => {
  const ofFilter = async (filter: string, more = {}) =>
    (await askForSilence(world, person, { scope: { kind: "filter", filter }, ...more })).status;
  await report();
  expect(await ofFilter("status=-denied")).toBe(409);
  expect(await ofFilter("status=-denied", { confirm: true })).toBe(201);
  expect(await ofFilter("search=one-")).toBe(201);
});

test("INC05 an organization has 50 silences, and with them those of the last day", async () => {
  const { id } = await silenceRule(world, person, "silent");
  const { services } = world;
  const [row] = (await alertRowsOf(world, person)).filter(({ sk }) => sk.startsWith("ALERT#SILENCE#"));
  for (let index = 1; index < 50; index += 1)
    await services.table.put({ ...row, pk: row?.pk ?? "", sk: `ALERT#SILENCE#sil_${index}` });
  await endIt(id);
  const answer = await askForSilence(world, person, { scope: { kind: "rule", rule: "silent" } });
  expect(await answer.json()).toMatchObject({ code: "TOO_MANY_SILENCES" });
});

test("INC05 requests at the same time make no more than 50 silences, also before the first pass", async () => {
  const ctx = { ...world.services, actor: await actorFor(world, person), requestId: "request" };
  const scope = { kind: "rule", rule: "silent" } as const;
  for (let batch = 0; batch < 2; batch += 1) {
    const request = { scope, until: iso(60), reason: "Test", confirm: false };
    await Promise.allSettled(Array.from({ length: 30 }, () => create(ctx, request)));
  }
  const made = await silences();
  expect(made.length).toBeGreaterThan(30);
  expect(made.length).toBeLessThanOrEqual(50);
});

test("INC05 SEC13 viewers see silences and their numbers but make none, and nobody sees another organization's", async () => {
  const made = await silenceRule(world, person, "unwell");
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, person);
  expect(await silences(viewer)).toEqual([made]);
  expect((await askForSilence(world, viewer, { scope: { kind: "rule", rule: "silent" } })).status).toBe(403);
  expect(await endIt(made.id, viewer)).toBe(403);
  const other = await signUp(world);
  expect(await endIt(made.id, other)).toBe(404);
  const named = `?organizationId=${person.organizationId}`;
  const as = await signInAgain(world, other);
  expect((await call(world, "GET", `/silences${named}`, { as })).status).toBe(403);
  const foreign = await askForSilence(world, other, { scope: { kind: "rule", rule: "silent" } }, named);
  expect(foreign.status).toBe(403);
  expect(await silences(root, named)).toMatchObject([{ id: made.id }]);
  const ended = await call(world, "DELETE", `/silences/${made.id}${named}`, {
    as: await signInAgain(world, root),
  });
  expect(ended.status).toBe(204);
});
