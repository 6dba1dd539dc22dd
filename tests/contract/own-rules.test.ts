import type { RuleList, WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { change } from "@shardwatch/core/incident/own-rules/rules";
import { addAttempts, keyOfAttempts } from "@shardwatch/core/attempts/attempts.table";
import { windowEnd } from "@shardwatch/core/attempts/attempts";
import { mostRuleChanges } from "@shardwatch/core/incident/own-rules/write-rules";
import { mostOwnRules } from "@shardwatch/core/contract/incident/rule-words";
import { beforeEach, expect, test } from "vitest";
import { channelsIn, mailOf, typesFor } from "../support/channels.ts";
import { incidentOf, incidentsOf, lookAt } from "../support/incidents.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { rulesIn, type RuleRequest } from "../support/own-rules.ts";
import { silenceFor } from "../support/silences.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { actorFor } from "../support/scope.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const world = await worldOfFile();
const { ask, addRule, changeRule } = rulesIn(world);
const { addWebhook } = channelsIn(world);
let person: Person;
let key: string;

beforeEach(async () => {
  // A Monday at midnight, UTC.
  world.clock.time = Math.ceil(world.clock.time / (7 * day)) * 7 * day + 4 * day;
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
});

/** Servers with a part of their limit of 64 MiB in use, in percent. It is known to the MiB. */
type Fleet = Readonly<Record<string, number>>;

const report = async (fleet: Fleet) => {
  const all = Object.entries(fleet).map(([name, percent]) =>
    reported(name, { databases: databases(1, Math.round((percent * 64) / 100)) }),
  );
  expect((await send(world, key, reportOf(world, all))).status).toBe(202);
};

async function pass(minutes: number, fleet: Fleet): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    world.clock.advance(minute);
    await report(fleet);
    await lookAt(world, person);
  }
}

const open = () => incidentsOf(world, person);
const past = () => incidentsOf(world, person, "past");
const titles = async () => (await open()).map(({ title }) => title).toSorted();
const mails = () => typesFor(world, person, mailOf(person));
const listed = async () => ((await (await ask(person, "GET", "/rules")).json()) as RuleList).rules;

/** What the API says of a request that it refuses. */
async function refused(request: RuleRequest): Promise<unknown[]> {
  const answer = await ask(person, "POST", "/rules", { name: "Wrong", when: "util>80", ...request });
  const { code, details } = (await answer.json()) as { code?: string; details?: string[] };
  return [answer.status, ...(details ?? [code])];
}

test("RUL01 INC06 a rule opens an incident in the minute in which it has matched for long enough, and ends with a margin", async () => {
  const { id, condition } = await addRule(person, { advice: "Ask the owner of the cache." });
  await pass(1, { cart: 81, sessions: 80 });
  await pass(1, { cart: 81, sessions: 80 });
  expect(await open()).toEqual([]);
  await pass(1, { cart: 81, sessions: 80 });
  const [incident] = await open();
  expect(incident).toMatchObject({
    rule: id,
    ruleName: "Stores fill up",
    title: "cart: Stores fill up",
    severity: "warning",
    advice: { text: "Ask the owner of the cache.", command: null },
    affected: { first: [{ name: "cart", value: "Memory utilization 81.3%" }] },
  });
  expect((await incidentOf(world, person, incident?.id ?? "")).condition).toBe(condition);
  expect(condition).toBe(
    "A deployment that has memory utilization more than 80% for 2 minutes: warning; over without memory utilization more than 75% for 2 minutes",
  );
  // Five points below the threshold it is over, and not before.
  await pass(5, { cart: 78, sessions: 50 });
  expect(await open()).toHaveLength(1);
  await pass(2, { cart: 74, sessions: 50 });
  expect(await open()).toHaveLength(1);
  await pass(1, { cart: 74, sessions: 50 });
  expect(await open()).toEqual([]);
  expect((await past())[0]).toMatchObject({ rule: id, resolution: "recovered" });
  expect((await listed()).find((rule) => rule.id === id)?.opened).toBe(1);
});

test("RUL01 a rule watches its scope alone, has its own end, and rises by its second step as one incident", async () => {
  await addRule(person, { scope: "cart", worse: "util>88", clear: "util<40", for: 0, keep: 1 });
  await pass(1, { cart: 82, sessions: 85 });
  expect((await open()).map(({ title, severity }) => [title, severity])).toEqual([
    ["cart: Stores fill up", "warning"],
  ]);
  await pass(1, { cart: 89, sessions: 85 });
  expect((await open()).map(({ severity, sequence }) => [severity, sequence])).toEqual([["critical", 2]]);
  await pass(4, { cart: 50, sessions: 85 });
  expect(await open()).toHaveLength(1);
  await pass(2, { cart: 39, sessions: 85 });
  expect(await open()).toEqual([]);
});

test("RUL01 what is not known is left as it is, counts as over, or counts as a match with one incident for its source", async () => {
  const asked = { when: "ops>5", confirm: true };
  await addRule(person, { ...asked, name: "Keeps", unknown: "keep" });
  await addRule(person, { ...asked, name: "Clears", unknown: "clear" });
  await addRule(person, { ...asked, name: "Fires", unknown: "fire", for: 15 });
  await pass(15, { cart: 50, sessions: 50 });
  expect(await titles()).toEqual([]);
  await pass(2, { cart: 50, sessions: 50 });
  expect(await titles()).toEqual(["Fires (2 deployments)"]);
});

test("RUL01 INC02 what a silent deployment had last says nothing of now", async () => {
  await addRule(person, { for: 8 });
  await pass(1, { cart: 82 });
  for (let silent = 0; silent < 14; silent += 1) {
    world.clock.advance(minute);
    await lookAt(world, person);
  }
  expect((await open()).map(({ rule }) => rule)).toEqual(["silent"]);
});

test("RUL01 a rule can have one incident for all that match", async () => {
  await addRule(person, { group: "rule", for: 0, confirm: true });
  await pass(2, { a: 81, b: 85, c: 50 });
  expect(await titles()).toEqual(["Stores fill up (2 deployments)"]);
});

test("RUL03 RUL04 thresholds, time and severity of a built-in rule are changed, shown beside the default, and reset", async () => {
  const put = async (id: string, changes: object) =>
    await ask(person, "PUT", `/rules/${id}/changes`, changes);
  const memory = async () => (await listed()).find(({ id }) => id === "memory-full") as WatchingRule;
  expect((await memory()).changeable).toEqual({
    thresholds: { unit: "percent", values: { warning: 90, critical: 95 } },
    for: 3,
  });
  const answer = await put("memory-full", { thresholds: { warning: 70, critical: 80 }, for: 1 });
  expect(answer.status).toBe(200);
  expect(await memory()).toMatchObject({
    changes: { thresholds: { warning: 70, critical: 80 }, for: 1 },
    condition:
      "Memory of a database that doesn't evict any key at or above 70% of its limit for 3 minutes; critical from 80%; a warning at most where keys with an expiry are evicted; over below 65% for 5 minutes; here for 1 minute",
  });
  await pass(2, { cart: 72, sessions: 81 });
  expect((await open()).map(({ severity, title }) => [severity, title])).toEqual([
    ["critical", "sessions: memory at 81.3% of its limit"],
    ["warning", "cart: memory at 71.9% of its limit"],
  ]);
  expect((await put("memory-full", {})).status).toBe(200);
  expect((await memory()).changes).toBeUndefined();
  await pass(1, { cart: 72, sessions: 81 });
  expect(await open()).toEqual([]);
  expect((await past()).map(({ resolution }) => resolution)).toEqual(["changed", "changed"]);
  // Changed again, it is another change: findings of before do not count as judged by it.
  await put("memory-full", { thresholds: { warning: 70 } });
  await pass(4, { cart: 72, sessions: 50 });
  expect(await open()).toHaveLength(1);
});

test("RUL03 a built-in rule takes what it can, and names the field that it can't", async () => {
  const put = async (id: string, changes: object) => {
    const answer = await ask(person, "PUT", `/rules/${id}/changes`, changes);
    return [answer.status, ((await answer.json()) as { details?: string[] }).details?.[0]];
  };
  expect(await put("unwell", { severity: "info", for: 20 })).toEqual([200, undefined]);
  expect(await put("unwell", { thresholds: { warning: 5 } })).toEqual([
    400,
    "thresholds: can't be changed of this rule",
  ]);
  expect(await put("license-ends", { for: 20 })).toEqual([400, "for: can't be changed of this rule"]);
  expect(await put("memory-full", { severity: "info" })).toEqual([
    400,
    "severity: follows from the thresholds of this rule; change these",
  ]);
  expect(await put("memory-full", { thresholds: { warning: 90, critical: 80 } })).toEqual([
    400,
    "thresholds: a more urgent severity must begin later",
  ]);
  expect(await put("license-ends", { thresholds: { warning: 60, critical: 10 } })).toEqual([200, undefined]);
  expect(await put("memory-full", { thresholds: { warning: 101 } })).toEqual([
    400,
    "thresholds: must be from 1 to 100",
  ]);
  expect((await put("nothing", {}))[0]).toBe(404);
});

test("RUL05 a changed rule ends at once what no longer matches, with the reason, and leaves the rest as it is", async () => {
  const { id, condition } = await addRule(person, { keep: 60 });
  await pass(3, { cart: 82, sessions: 89 });
  const before = await open();
  expect(before).toHaveLength(2);
  await changeRule(person, id, { when: "util>85", name: "Fuller" });
  await pass(1, { cart: 82, sessions: 89 });
  const [left, ...others] = await open();
  expect([left?.title, others]).toEqual(["sessions: Stores fill up", []]);
  expect(left?.id).toBe(before.find(({ title }) => title.startsWith("sessions"))?.id);
  expect((await incidentOf(world, person, left?.id ?? "")).condition).toBe(condition);
  expect((await past())[0]).toMatchObject({ title: "cart: Stores fill up", resolution: "changed" });
  expect((await ask(person, "DELETE", `/rules/${id}`)).status).toBe(204);
  await pass(1, { sessions: 89 });
  expect(await open()).toEqual([]);
  // An incident shows the rule as it was, also when the rule is gone.
  const gone = (await past()).find(({ title }) => title.startsWith("sessions"));
  expect(gone).toMatchObject({ ruleName: "Stores fill up", resolution: "changed" });
  expect((await incidentOf(world, person, gone?.id ?? "")).condition).toBe(condition);
});

test("RUL05 RUL06 outside its weekly hours a rule finds and says nothing, and their beginning sends what is still open once", async () => {
  const hours = { days: ["mon" as const], from: "00:10", to: "18:00", zone: "UTC" };
  await addRule(person, { hours });
  await pass(8, { cart: 82, sessions: 50 });
  expect(await open()).toHaveLength(1);
  expect(await mails()).toEqual([]);
  await pass(4, { cart: 82, sessions: 50 });
  expect(await mails()).toEqual(["incident.opened"]);
  await pass(4, { cart: 50, sessions: 50 });
  expect(await mails()).toEqual(["incident.opened", "incident.resolved"]);
});

test("RUL05 a silence of a rule hides its messages, not its incidents, and its end sends what is still open", async () => {
  const { id } = await addRule(person);
  await pass(1, { cart: 82 });
  const until = new Date(world.clock.now() + 10 * minute).toISOString();
  await silenceFor(world, person, { scope: { kind: "rule", rule: id }, until });
  await pass(5, { cart: 82 });
  expect((await open()).map(({ silencedUntil }) => silencedUntil)).toEqual([until]);
  expect(await mails()).toEqual([]);
  await pass(6, { cart: 82 });
  expect(await mails()).toEqual(["incident.opened"]);
});

test("INC06 RUL01 a rule without channels is shown and sent to nobody, one with some is sent to these, and one whose channels are gone to all", async () => {
  const chosen = (await addWebhook(person)).channel.id;
  const names = async (id: string) =>
    (await listed()).find((rule) => rule.id === id)?.channels.map(({ name }) => name);
  const dry = await addRule(person, { name: "Dry", channels: [] });
  expect(await names(dry.id)).toEqual([]);
  const one = await addRule(person, { name: "One", channels: [chosen] });
  expect(await names(one.id)).toEqual(["On call"]);
  await pass(3, { cart: 82 });
  expect(await titles()).toEqual(["cart: Dry", "cart: One"]);
  expect(await typesFor(world, person, chosen)).toEqual(["incident.opened"]);
  expect(await mails()).toEqual([]);
  await ask(person, "DELETE", `/channels/${chosen}`);
  await pass(4, { cart: 82, sessions: 82 });
  expect(await mails()).toEqual(["incident.opened"]);
});

test("INC06 a rule that would fire on much of its scope is refused with the numbers until that is confirmed", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`s${index}`, index < 11 ? 85 : 50]),
  );
  await report(many);
  const answer = await ask(person, "POST", "/rules", { name: "Broad", when: "util>80" });
  expect([answer.status, await answer.json()]).toMatchObject([
    409,
    {
      code: "RULE_TOO_BROAD",
      message: expect.stringContaining("would fire now on 11 of 20 deployments") as string,
    },
  ]);
  const { id } = await addRule(person, { name: "Broad", confirm: true });
  const narrow = await addRule(person, { name: "Narrow", when: "util>90" });
  expect((await ask(person, "PATCH", `/rules/${narrow.id}`, { when: "util>80" })).status).toBe(409);
  // What does not decide on what it finds needs no confirmation.
  await changeRule(person, id, { for: 10, name: "Still broad" });
});

test("OUT13 INC06 a token that writes rules and may not read learns no numbers of the fleet, and tries no rule", async () => {
  await report(Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`s${index}`, 85])));
  const write = (secret: string) =>
    call(world, "POST", "/rules", { key: secret, body: { name: "Broad", when: "util>80" } });
  const { secret: blind } = await createToken(world, person, { scopes: ["rules"] });
  const refusal = await write(blind);
  expect([refusal.status, await refusal.json()]).toMatchObject([
    409,
    { message: "This rule would fire now on much of its scope. Narrow it, or confirm that you want it." },
  ]);
  for (const path of ["preview", "evenings", "rehearsal"])
    expect(
      (await call(world, "POST", `/rules/${path}`, { key: blind, body: { when: "util>80" } })).status,
      path,
    ).toBe(403);
  const { secret: reading } = await createToken(world, person, { scopes: ["rules", "read"] });
  expect(JSON.stringify(await (await write(reading)).json())).toContain("on 12 of 12 deployments");
});

test("RUL01 each field that makes no sense is refused with its name", async () => {
  expect(await refused({ when: "utl>80" })).toEqual([400, "when: utl: is not a field; did you mean util?"]);
  expect(await refused({ when: "" })).toEqual([400, "when: must say what is wrong, such as util>90"]);
  expect(await refused({ scope: "org:other" })).toEqual([400, "scope: org has no meaning in a rule"]);
  expect(await refused({ when: "severity:critical" })).toEqual([
    400,
    "when: severity has no meaning in a rule",
  ]);
  expect(await refused({ worse: "util>90", worseSeverity: "info" })).toEqual([
    400,
    "worseSeverity: must be more urgent than warning",
  ]);
  expect(await refused({ unknown: "fire", for: 14 })).toEqual([
    400,
    "for: must be at least 15 minutes where what is unknown counts as a match",
  ]);
  expect(await refused({ channels: ["chn_00000000000000000000000000"] })).toEqual([
    400,
    "channels: must be ids of channels of the organization",
  ]);
  const hours = { days: ["mon" as const], from: "08:00", to: "18:00", zone: "Europe/Nowhere" };
  expect(await refused({ hours })).toEqual([400, "hours.zone: must be a time zone such as Europe/Berlin"]);
  await addRule(person);
  expect(await refused({ name: "stores FILL up" })).toEqual([
    409,
    "name: must differ from the names of other rules",
  ]);
});

test(`RUL01 an organization has at most ${mostOwnRules} rules of its own, also when many come at once`, async () => {
  const asked = Array.from({ length: mostOwnRules + 4 }, (_, index) =>
    ask(person, "POST", "/rules", { name: `Rule ${index}`, when: "util>80" }),
  );
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  const own = (await listed()).filter((rule) => rule.own);
  expect(own.length).toBe(statuses.filter((status) => status === 201).length);
  for (let index = 0; own.length + index < mostOwnRules; index += 1)
    await addRule(person, { name: `Further ${index}` });
  expect((await refused({}))[1]).toBe("TOO_MANY_RULES");
}, 60_000);

test(`RUL01 R7 a caller changes rules ${mostRuleChanges} times a day; a refused save is not counted, and the tokens of an organization share a limit`, async () => {
  const end = windowEnd(world.services, day);
  const made = (name: string) =>
    world.services.table.update(
      keyOfAttempts("changes of rules", name, end),
      addAttempts(mostRuleChanges - 1, end),
    );
  await made(person.accountId);
  expect((await refused({ when: "utl>80" }))[0]).toBe(400);
  const { id } = await addRule(person);
  const late = await ask(person, "PATCH", `/rules/${id}`, { for: 9 });
  expect([late.status, Number(late.headers.get("retry-after")) > 0]).toEqual([429, true]);
  expect((await listed()).find((rule) => rule.id === id)?.own).toMatchObject({ for: 2, revision: 1 });

  await made(`tokens of ${person.organizationId}`);
  const by = async (name: string) => {
    const { secret } = await createToken(world, person, { name, scopes: ["rules"] });
    return (await call(world, "PUT", "/rules/silent/changes", { key: secret, body: { channels: [] } }))
      .status;
  };
  expect([await by("one"), await by("other")]).toEqual([200, 429]);
  world.clock.advance(day);
  await changeRule(person, id, { for: 9 });
});

test("R2 RUL07 nobody but a super admin tries a rule on another organization, or changes its rules", async () => {
  const { id } = await addRule(person);
  const stranger = await signUp(world);
  for (const path of ["preview", "evenings", "rehearsal"]) {
    const query = `?organizationId=${person.organizationId}`;
    expect((await ask(stranger, "POST", `/rules/${path}${query}`, { when: "util>80" })).status, path).toBe(
      403,
    );
  }
  for (const [method, body] of [
    ["PATCH", { for: 1 }],
    ["DELETE", undefined],
  ] as const)
    expect((await ask(stranger, method, `/rules/${id}`, body)).status, method).toBe(404);
  expect((await ask(stranger, "GET", "/rules")).status).toBe(200);
  const own = ((await (await ask(stranger, "GET", "/rules")).json()) as RuleList).rules;
  expect(own.some((rule) => rule.own)).toBe(false);
});

test("RUL01 R7 a double click writes a rule once, and an expired session writes none", async () => {
  const twice = { name: "Once", when: "util>80" };
  const answers = await Promise.all([1, 2].map(() => ask(person, "POST", "/rules", twice)));
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
  const as = await signInAgain(world, person);
  world.clock.advance(hour);
  expect((await call(world, "POST", "/rules", { as, body: { name: "Late", when: "util>80" } })).status).toBe(
    401,
  );
  expect((await listed()).filter((rule) => rule.own).map(({ name }) => name)).toEqual(["Once"]);
});

test("RUL05 R15 a change of a rule that dies at its write leaves the rule as it was, and can be made again", async () => {
  const { id } = await addRule(person);
  const { table } = world.services;
  const dying = { ...table, transact: () => Promise.reject(new Error("the connection is gone")) };
  const ctx = { ...world.services, table: dying, actor: await actorFor(world, person), requestId: "test" };
  await expect(change(ctx, id, { for: 9 }, undefined)).rejects.toThrow("the connection is gone");
  expect((await listed()).find((rule) => rule.id === id)?.own).toMatchObject({ for: 2, revision: 1 });
  expect((await changeRule(person, id, { for: 9 })).own).toMatchObject({ for: 9, revision: 2 });
});
