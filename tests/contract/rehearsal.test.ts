import { dateOf } from "@shardwatch/core/census/hours";
import { writesOfDay } from "@shardwatch/core/census/past-writes";
import type { DeploymentList, DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { ruleInput } from "@shardwatch/core/contract/incident/own-rule";
import type {
  RehearsalLine,
  RuleEvenings,
  RulePreview,
  RuleRehearsal,
} from "@shardwatch/core/contract/incident/rehearsal";
import { mostAtOnce, rehearse } from "@shardwatch/core/incident/rehearsal/rehearse";
import { beforeEach, expect, test } from "vitest";
import { channelsIn } from "../support/channels.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { slotStart } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const mebibyte = 2 ** 20;
const world = await worldOfFile();
const { addWebhook } = channelsIn(world);
let person: Person;
let key: string;

beforeEach(async () => {
  world.clock.time = Math.ceil(world.clock.time / day) * day + 12 * 60 * minute;
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
});

/** A report of servers by their used mebibytes of 64, and the same for the slot that is over. */
async function report(servers: Readonly<Record<string, number>>): Promise<void> {
  const deployments = Object.entries(servers).map(([name, used]) =>
    reported(name, { databases: databases(1, used) }),
  );
  const slot = {
    at: new Date(slotStart(world, 1)).toISOString(),
    deployments: Object.entries(servers).map(([name, used]) => ({
      key: name,
      status: "active",
      databases: { ids: ["0"], used: [used * mebibyte], limit: [64 * mebibyte], ops: [used] },
    })),
  };
  const sent = await send(world, key, reportOf(world, deployments, { slots: [slot] }));
  expect(sent.status).toBe(202);
}

async function post<Answer>(path: string, body: object, status = 200): Promise<Answer> {
  const answer = await call(world, "POST", path, { as: await signInAgain(world, person), body });
  expect([path, answer.status]).toEqual([path, status]);
  return (await answer.json()) as Answer;
}

const linesOf = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RehearsalLine);

async function rehearsed(body: object): Promise<RuleRehearsal> {
  const answer = await call(world, "POST", "/rules/rehearsal", {
    as: await signInAgain(world, person),
    body,
  });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/x-ndjson"]);
  const lines = linesOf(await answer.text());
  expect(lines.some((line) => "progress" in line)).toBe(true);
  const last = lines.at(-1);
  if (!last || !("result" in last)) throw new Error(JSON.stringify(last));
  return last.result;
}

/** The list of now as it was on some evenings, with another memory. */
async function keepEvenings(usedOn: (daysAgo: number) => number | undefined): Promise<void> {
  const answer = await call(world, "GET", "/deployments", { as: await signInAgain(world, person) });
  const { deployments } = (await answer.json()) as DeploymentList;
  for (let daysAgo = 1; daysAgo <= 30; daysAgo += 1) {
    const used = usedOn(daysAgo);
    if (used === undefined) continue;
    const dayNumber = Math.floor(world.clock.now() / day) - daysAgo;
    const items = deployments.map((item: DeploymentListItem) => {
      const { fullest: _, ...rest } = item;
      const lastUpdated = new Date((dayNumber + 1) * day).toISOString();
      return JSON.stringify({ ...rest, lastUpdated, memoryUsed: String(used * mebibyte) });
    });
    for (const write of writesOfDay(scopeOf(person), dayNumber, new Map(), items))
      if ("put" in write) await world.services.table.put(write.put);
  }
}

/** What a call reads of the caller: the session and its account. */
const isOfSession = (partition: string) => /^(IDENTITY|ACCOUNT|SESSION)#/.test(partition);

/** How often calls have read beside the session, which every call reads. A scan names no partition. */
const readsSince = (before: number) =>
  world.recorder.sent
    .slice(before)
    .filter(
      ({ actions, partitions }) =>
        actions.some((action) => /:(Get|BatchGet|Query|Scan|PartiQL)/.test(action)) &&
        (partitions.length === 0 || !partitions.every(isOfSession)),
    ).length;

test("RUL07 the preview says what is in scope, matches and is unknown with the reason; a second text reads nothing", async () => {
  await report({ full: 62, half: 32, idle: 1 });
  const first = world.recorder.sent.length;
  const preview = await post<RulePreview>("/rules/preview", { when: "util>90", worse: "util>95" });
  expect(preview).toMatchObject({ total: 3, inScope: 3, matching: 1, urgent: 1, unknown: 0, reasons: [] });
  expect(preview.samples).toMatchObject([{ name: "full", value: "Memory utilization 96.9%" }]);
  expect(preview.over).toBe("without memory utilization more than 85%");
  expect(readsSince(first)).toBeGreaterThan(0);
  const before = world.recorder.sent.length;
  const lag = await post<RulePreview>("/rules/preview", { scope: "full", when: "util<10" });
  expect(lag).toMatchObject({ total: 3, inScope: 1, matching: 0 });
  expect(readsSince(before)).toBe(0);
  const figures = await post<RulePreview>("/rules/preview", { when: "lag>1MiB" });
  expect(figures).toMatchObject({ matching: 0, unknown: 3 });
  expect(figures.reasons).toEqual([
    { field: "lag", label: "Replication lag", source: "agent", count: 3, reason: "now" },
  ]);
  world.clock.advance(10 * minute);
  const silent = await post<RulePreview>("/rules/preview", { when: "util>90" });
  expect(silent.reasons).toMatchObject([{ field: "util", count: 3, reason: "silent" }]);
  await post("/rules/preview", { when: "utl>90" }, 400);
});

test("RUL07 the evenings count what matched at the end of each day; a second text reads nothing", async () => {
  await report({ one: 10, two: 10 });
  await keepEvenings((daysAgo) => (daysAgo === 20 ? undefined : daysAgo <= 3 ? 60 : 30));
  const { evenings, notKept } = await post<RuleEvenings>("/rules/evenings", { when: "util>90" });
  expect(notKept).toEqual([]);
  expect(evenings).toHaveLength(30);
  expect(evenings.at(-1)).toEqual({
    date: dateOf(world.clock.now() - day),
    inScope: 2,
    matching: 2,
    unknown: 0,
  });
  expect(evenings.filter(({ matching }) => matching > 0)).toHaveLength(3);
  expect(evenings.filter(({ inScope }) => inScope === null)).toHaveLength(1);
  const before = world.recorder.sent.length;
  const again = await post<RuleEvenings>("/rules/evenings", { scope: "one", when: "util>40 ops>1" });
  expect(readsSince(before)).toBe(0);
  expect(again.notKept).toMatchObject([{ field: "ops" }]);
  expect(again.evenings.at(-1)).toMatchObject({ inScope: 1, matching: 0, unknown: 1 });
});

test("RUL08 INC12 a rehearsal says how many incidents and messages there would have been, and by which deployments", async () => {
  await addWebhook(person);
  for (const used of [20, 20, 62, 62, 62, 62, 20, 20, 20, 20, 20]) {
    world.clock.advance(5 * minute);
    await report({ busy: used, quiet: 5 });
  }
  world.clock.advance(minute);
  const answer = await rehearsed({ when: "ops>50", for: 5, keep: 5 });
  expect(answer.deployments).toEqual({ inScope: 2, read: 2, leftOut: 0 });
  expect(answer.isPartial).toBe(false);
  expect(answer.incidents).toEqual({ least: 1, likely: 1, most: 1 });
  expect(answer.noisiest).toMatchObject([{ name: "busy", least: 1, most: 1 }]);
  expect(answer.longest).toMatchObject([{ name: "busy", value: "Commands a second 62" }]);
  expect(answer.messages.find(({ name }) => name === "On call")).toMatchObject({ least: 1, most: 4 });
  expect(answer.days).toHaveLength(31);
  expect(answer.days.at(-1)).toMatchObject({ least: 1, most: 1, resolution: "5m" });
  expect(answer.days[5]).toMatchObject({ least: 0, most: 0, resolution: null, unknownShare: 1 });
  expect(answer.neighbours.map(({ by, when, most }) => [by, when, most])).toEqual([
    [-10, "ops=45.000001..", 1],
    [-5, "ops=47.500001..", 1],
    [0, "ops=50.000001..", 1],
    [5, "ops=52.500001..", 1],
    [10, "ops=55.000001..", 1],
  ]);
});

test("CHN15 RUL08 a rehearsal counts the messages of each channel by the routes of the organization", async () => {
  const ids: string[] = [];
  for (const name of ["Busy", "Quiet", "Rest"]) ids.push((await addWebhook(person, { name })).channel.id);
  const [busy, quiet, rest] = ids;
  for (const used of [20, 20, 62, 62, 62, 62, 20, 20, 20, 20, 20]) {
    world.clock.advance(5 * minute);
    await report({ busy: used, quiet: 5 });
  }
  world.clock.advance(minute);
  const routes = [
    { filter: "busy", channels: [busy], also: true },
    { filter: "quiet", channels: [quiet] },
  ];
  const as = await signInAgain(world, person);
  expect((await call(world, "PUT", "/routes", { as, body: { routes, rest: [rest] } })).status).toBe(200);
  const most = async (rule: object) => {
    const { messages } = await rehearsed({ when: "ops>50", for: 5, keep: 5, ...rule });
    return Object.fromEntries(messages.map((one) => [one.name, one.most > 0]));
  };
  const all = { "Notifications in Shardwatch": false, Busy: true, Quiet: false, Rest: true };
  expect(await most({})).toEqual(all);
  expect(await most({ channels: [quiet] })).toEqual({ Quiet: true });
});

test("RUL08 a rule without a moving field is rehearsed by its evenings", async () => {
  await report({ one: 10 });
  await keepEvenings(() => 10);
  world.clock.advance(minute);
  const answer = await rehearsed({ when: "type:standalone", for: 5 });
  expect(answer.days[10]).toMatchObject({ resolution: "1d", unknownShare: 0 });
  const unlimited = await rehearsed({ when: "type:cluster", for: 5 });
  expect(unlimited.incidents).toEqual({ least: 0, likely: 0, most: 0 });
});

test("R14 RUL08 an organization rehearses two rules at a time, and another one is answered first", async () => {
  await report({ one: 10, two: 62 });
  const definition = { ...ruleInput.parse({ name: "Rule", when: "util=90.." }) };
  let [running, most, done] = [0, 0, 0];
  const begun = new Set<number>();
  const all = Array.from({ length: 20 }, async (_, index) => {
    const progress = () => {
      if (begun.has(index)) return;
      begun.add(index);
      running += 1;
      most = Math.max(most, running);
    };
    await rehearse(world.services, { organization: scopeOf(person), definition }, { progress });
    running -= 1;
    done += 1;
  });
  const other = await signUp(world);
  const answer = await call(world, "GET", "/rules", { as: await signInAgain(world, other) });
  expect(answer.status).toBe(200);
  expect(done).toBeLessThan(20);
  await Promise.all(all);
  expect([done, most]).toEqual([20, mostAtOnce]);
});

test("RUL08 a rehearsal that nobody waits for any more stops", async () => {
  await report({ one: 10 });
  const definition = { ...ruleInput.parse({ name: "Rule", when: "util=90.." }) };
  const stopped = new AbortController();
  const reading = rehearse(
    world.services,
    { organization: scopeOf(person), definition },
    { signal: stopped.signal, progress: () => stopped.abort(new Error("nobody waits")) },
  );
  await expect(reading).rejects.toThrow("nobody waits");
});
