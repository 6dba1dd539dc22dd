import { type RuleList, ruleDays } from "@shardwatch/core/contract/incident/rule-list";
import { type RuleId, ruleIds, ruleNames } from "@shardwatch/core/contract/incident/rules";
import { ruleOf } from "@shardwatch/core/incident/rules/rules";
import { beforeEach, expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { channelsIn } from "../support/channels.ts";
import { incidentOf, incidentsOf, lookAt } from "../support/incidents.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const world = await worldOfFile();
const root = await superAdmin(world);
const { ask, addWebhook } = channelsIn(world);
let person: Person;
let compositeKey: string;

beforeEach(async () => {
  person = await signUp(world);
  ({ compositeKey } = await createKey(world, person));
  world.clock.time = Math.ceil(world.clock.time / minute) * minute;
});

async function rules(as = person, query = ""): Promise<RuleList> {
  const answer = await call(world, "GET", `/rules${query}`, { as: await signInAgain(world, as) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as RuleList;
}

const opened = ({ rules: all }: RuleList, id: RuleId) => all.find((rule) => rule.id === id)?.opened;

async function pass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    world.clock.advance(minute);
    await lookAt(world, person);
  }
}

/** A server reports, and then nothing for seven minutes: an incident opens. */
async function fallSilent(): Promise<void> {
  expect((await send(world, compositeKey, reportOf(world, [reported("server")]))).status).toBe(202);
  await pass(7);
}

/** It reports again, for as long as it takes to be over. */
async function comeBack(): Promise<void> {
  for (let reports = 0; reports < 4; reports += 1) {
    await send(world, compositeKey, reportOf(world, [reported("server")]));
    await pass(1);
  }
}

test("SCR11 every rule is listed with its name, its condition and its severities, also without an organization", async () => {
  const list = await rules();
  expect(list.rules.map(({ id }) => id)).toEqual(ruleIds);
  for (const { id, name, condition, severities, opened: count } of list.rules) {
    expect(name).toBe(ruleNames[id as RuleId]);
    expect({ text: condition, severities }).toEqual(ruleOf(id).condition);
    expect(count).toBe(0);
  }
  expect(list.rules[0]?.condition).toMatch(
    /90% of its limit for 3 minutes; critical from 95%; a warning at most .*; over below 85% for 5/,
  );
});

test("SCR11 the open and the past incidents of the last 30 days count, once each, in their own organization only", async () => {
  await fallSilent();
  expect(opened(await rules(), "silent")).toBe(1);
  await comeBack();
  expect(await incidentsOf(world, person)).toEqual([]);
  expect(opened(await rules(), "silent")).toBe(1);
  await fallSilent();
  const list = await rules();
  expect(opened(list, "silent")).toBe(2);
  expect(list.rules.filter((rule) => rule.opened > 0).map(({ id }) => id)).toEqual(["silent"]);
  expect(list.isPartial).toBeUndefined();

  const other = await signUp(world);
  expect(opened(await rules(other), "silent")).toBe(0);
  const named = `?organizationId=${person.organizationId}`;
  const foreign = await call(world, "GET", `/rules${named}`, { as: await signInAgain(world, other) });
  expect(foreign.status).toBe(403);
  expect(opened(await rules(root, named), "silent")).toBe(2);

  const [first] = await incidentsOf(world, person, "past");
  const [second] = await incidentsOf(world, person);
  const count = async () => opened(await rules(), "silent");
  for (const [one, before, after] of [
    [first, 2, 1],
    [second, 1, 0],
  ] as const) {
    world.clock.time = Date.parse(one?.openedAt ?? "") + ruleDays * day;
    expect(await count()).toBe(before);
    world.clock.advance(1);
    expect(await count()).toBe(after);
  }
});

test("SCR11 CHN01 channels that are on and get a severity of the rule are named; only managers see where they lead to", async () => {
  const { channel } = await addWebhook(person, { minimum: "critical" });
  const channelsOf = async (id: RuleId, as = person, query = "") =>
    (await rules(as, query)).rules.find((rule) => rule.id === id)?.channels;
  expect(await channelsOf("replica-lost")).toMatchObject([{ name: "Admins by email" }]);
  expect(await channelsOf("key-unused")).toEqual([]);
  const [mail, app, webhook] = (await channelsOf("memory-full")) ?? [];
  expect([mail?.name, app?.name]).toEqual(["Admins by email", "Notifications in Shardwatch"]);
  expect(webhook).toEqual({
    id: channel.id,
    name: "On call",
    managed: { target: "hooks.example.com/…abcd", minimum: "critical" },
  });

  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, person);
  expect((await channelsOf("memory-full", viewer))?.at(-1)).toEqual({ id: channel.id, name: "On call" });
  const named = `?organizationId=${person.organizationId}`;
  expect((await channelsOf("memory-full", root, named))?.at(-1)).toEqual({ id: channel.id, name: "On call" });

  const change = { name: "On call", minimum: "critical", on: false };
  expect((await ask(person, "PUT", `/channels/${channel.id}`, change)).status).toBe(200);
  expect((await channelsOf("memory-full"))?.map(({ name }) => name)).toEqual([mail?.name, app?.name]);
});

test("P2 SCR11 the rules are read in two round trips with the session", async () => {
  await fallSilent();
  await comeBack();
  world.clock.advance(ruleDays * day);
  const as = await signInAgain(world, person);
  world.recorder.clear();
  expect((await call(world, "GET", "/rules", { as })).status).toBe(200);
  const sent = world.recorder.sent.map(({ command }) => command);
  expect(sent).toEqual([
    "BatchGetItemCommand",
    "QueryCommand",
    "QueryCommand",
    "QueryCommand",
    "QueryCommand",
    "GetItemCommand",
  ]);
  expect(world.recorder.sequentialRoundTrips()).toBe(2);
});

test("SCR11 the page of an incident has the condition of its rule", async () => {
  await fallSilent();
  const [{ id } = { id: "" }] = await incidentsOf(world, person);
  expect((await incidentOf(world, person, id)).condition).toBe(ruleOf("silent").condition.text);
});
