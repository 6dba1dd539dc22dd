import type { AuditPage } from "@shardwatch/core/contract/people/audit";
import { mostRoutes } from "@shardwatch/core/contract/incident/route-words";
import type { RuleList } from "@shardwatch/core/contract/incident/rule-list";
import { beforeEach, expect, test } from "vitest";
import { channelsIn, mailOf, typesFor } from "../support/channels.ts";
import { lookAt } from "../support/incidents.ts";
import { rulesIn } from "../support/own-rules.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { routesIn } from "../support/routes.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, join, type Person, signUp } from "../support/world.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const world = await worldOfFile();
const { addWebhook } = channelsIn(world);
const { addRule, changeRule } = rulesIn(world);
const { ask, saveRoutes, routesOf, preview } = routesIn(world);
let person: Person;
let key: string;
let mail: string;

beforeEach(async () => {
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
  mail = mailOf(person);
});

/** Servers with a part of their limit of 64 MiB in use, in percent. */
async function pass(minutes: number, fleet: Readonly<Record<string, number>>): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    world.clock.advance(minute);
    const all = Object.entries(fleet).map(([name, percent]) =>
      reported(name, { databases: databases(1, Math.round((percent * 64) / 100)) }),
    );
    expect((await send(world, key, reportOf(world, all))).status).toBe(202);
    await lookAt(world, person);
  }
}

const hook = async (name: string) => (await addWebhook(person, { name })).channel.id;
const got = async (...ids: string[]) => await Promise.all(ids.map((id) => typesFor(world, person, id)));
const switchOff = async (id: string, name: string) =>
  expect((await ask(person, "PUT", `/channels/${id}`, { name, minimum: "warning", on: false })).status).toBe(
    200,
  );

test("CHN15 the first route that matches gets an incident, everything else goes to the last, and the end goes where its beginning went", async () => {
  const [pay, all] = [await hook("Payments"), await hook("All")];
  await addRule(person, { for: 0, keep: 1 });
  await saveRoutes(person, [{ filter: "pay", channels: [pay] }], [all]);
  await pass(2, { "pay-cache": 85, cart: 85 });
  expect(await got(pay, all, mail)).toEqual([["incident.opened"], ["incident.opened"], []]);
  // Later routes move the next message, and not the past.
  await saveRoutes(person, [], [mail]);
  await pass(3, { "pay-cache": 50, cart: 50 });
  const both = ["incident.opened", "incident.resolved"];
  expect(await got(pay, all, mail)).toEqual([both, both, []]);
  await pass(2, { "pay-cache": 85, cart: 50 });
  expect(await got(pay, all, mail)).toEqual([both, both, ["incident.opened"]]);
});

test("CHN15 an incident that changes goes to the channels of its new route too, and those that know it hear of it", async () => {
  const [first, second] = [await hook("First"), await hook("Second")];
  await addRule(person, { for: 0, keep: 1, worse: "util>90" });
  await saveRoutes(person, [
    { filter: "util:..90 cart", channels: [first] },
    { filter: "cart", channels: [second] },
  ]);
  await pass(2, { cart: 85 });
  expect(await got(first, second)).toEqual([["incident.opened"], []]);
  await pass(2, { cart: 95 });
  expect(await got(first, second)).toEqual([["incident.opened", "incident.changed"], ["incident.opened"]]);
  await pass(3, { cart: 10 });
  expect(await got(first, second)).toEqual([
    ["incident.opened", "incident.changed", "incident.resolved"],
    ["incident.opened", "incident.resolved"],
  ]);
});

test("CHN15 a channel that is off or gone leads to everything else, and where that leads nowhere, to all that are on", async () => {
  const [pay, all] = [await hook("Payments"), await hook("All")];
  await addRule(person, { for: 0, keep: 1 });
  await saveRoutes(person, [{ filter: "pay", channels: [pay] }], [all]);
  await switchOff(pay, "Payments");
  await pass(2, { "pay-a": 85 });
  expect(await got(pay, all, mail)).toEqual([[], ["incident.opened"], []]);
  expect((await ask(person, "DELETE", `/channels/${all}`)).status).toBe(204);
  await pass(2, { "pay-a": 85, "pay-b": 85 });
  expect(await got(pay, mail)).toEqual([[], ["incident.opened"]]);
});

test("CHN15 mail that nobody gets leads to everything else, too, and to all that are on where it is everything else", async () => {
  const all = await hook("All");
  await addRule(person, { for: 0, keep: 1 });
  await saveRoutes(person, [{ filter: "pay", channels: [mail] }], [mail]);
  expect((await ask(person, "PUT", "/me/mail", { on: false })).status).toBe(204);
  await pass(2, { "pay-a": 85 });
  expect(await got(all, mail)).toEqual([["incident.opened"], []]);
  await ask(person, "PUT", "/me/mail", { on: true });
  await pass(3, { "pay-a": 50 });
  await pass(2, { "pay-b": 85 });
  expect(await got(all, mail)).toEqual([["incident.opened", "incident.resolved"], ["incident.opened"]]);
});

test("CHN15 the channels of a rule take the place of the routes", async () => {
  const [pay, own] = [await hook("Payments"), await hook("Own")];
  const { id } = await addRule(person, { for: 0, keep: 1, channels: [own] });
  await saveRoutes(person, [{ filter: "pay", channels: [pay] }]);
  await pass(2, { pay: 85 });
  expect(await got(pay, own, mail)).toEqual([[], ["incident.opened"], []]);
  const shown = async () =>
    ((await (await ask(person, "GET", "/rules")).json()) as RuleList).rules
      .find((rule) => rule.id === id)
      ?.channels.map(({ name }) => name);
  expect(await shown()).toEqual(["Own"]);
  await changeRule(person, id, { channels: null });
  expect(await shown()).toEqual(["Admins by email", "Payments", "Own"]);
  await saveRoutes(person, [{ filter: "pay", channels: [pay] }], [mail]);
  expect(await shown()).toEqual(["Admins by email", "Payments"]);
});

test("CHN15 an organization begins with none, saves all of them at once, and only what differs is written and audited", async () => {
  const pager = await hook("Pager");
  expect(await routesOf(person)).toEqual({
    routes: [],
    rest: null,
    changedBy: null,
    changedAt: null,
    revision: 0,
  });
  const routes = [{ filter: "util>=80 pay", channels: [pager, pager], also: true }];
  const put = async (revision: number, body: object) =>
    await ask(person, "PUT", "/routes", body, { "if-match": `"${revision}"` });
  expect((await put(1, { routes })).status).toBe(412);
  const saved = { routes: [{ filter: "search=pay&util=80..", channels: [pager], also: true }], rest: null };
  const answer = await put(0, { routes });
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { ...saved, revision: 1, changedBy: { id: person.accountId } },
  ]);
  world.clock.advance(1);
  expect(await (await put(1, { routes })).json()).toMatchObject({ ...saved, revision: 1 });
  expect((await put(0, { routes: [] })).status).toBe(412);
  // Of two that have read the same, one saves.
  const both = await Promise.all([
    put(1, { routes: [], rest: [mail] }),
    put(1, { routes: [], rest: [pager] }),
  ]);
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 412]));
  expect((await routesOf(person)).revision).toBe(2);
  const { events } = (await (await ask(person, "GET", "/audit")).json()) as AuditPage;
  const of = events.filter(({ action, result }) => action === "routes.changed" && result === "ok");
  expect(of).toHaveLength(2);
  expect(of[1]?.changes).toEqual([
    { field: "route 1", before: null, after: "search=pay&util=80.. → Pager (also)" },
  ]);
  expect(of[0]?.changes.map(({ field }) => field)).toEqual(["route 1", "everything else"]);
});

test("CHN15 what makes no sense is refused with its place, and nothing of others is named", async () => {
  const pager = await hook("Pager");
  const stranger = await signUp(world);
  const theirs = (await addWebhook(stranger)).channel.id;
  const refused = async (routes: object[], rest?: string[]) => {
    const answer = await ask(person, "PUT", "/routes", { routes, ...(rest && { rest }) });
    return [answer.status, ...((await answer.json()) as { details: string[] }).details];
  };
  const fine = { filter: "pay", channels: [pager] };
  expect(await refused([fine, { filter: "utl>80", channels: [pager] }])).toEqual([
    400,
    "routes[1].filter: utl: is not a field; did you mean util?",
  ]);
  expect(await refused([{ ...fine, filter: "severity:critical" }])).toEqual([
    400,
    "routes[0].filter: severity has no meaning in a route",
  ]);
  expect(await refused([{ ...fine, channels: [] }])).toEqual([
    400,
    "routes[0].channels: must name a channel",
  ]);
  expect(await refused([{ ...fine, channels: [theirs] }], [theirs])).toEqual([
    400,
    "routes[0].channels: must be ids of channels of the organization",
    "rest: must be ids of channels of the organization",
  ]);
  expect(await refused([{ ...fine, channels: ["members"] }])).toEqual([
    400,
    "routes[0].channels: must not have “Notifications in Shardwatch”, which routes don't concern",
  ]);
  expect(await refused([], [])).toEqual([400, "rest: must name a channel"]);
  expect(await refused(Array.from({ length: mostRoutes + 1 }, () => fine))).toEqual([
    400,
    `routes: must be ${mostRoutes} at most`,
  ]);
  expect((await routesOf(person)).revision).toBe(0);
  await saveRoutes(person, [fine]);
  expect(await routesOf(stranger)).toMatchObject({ routes: [], revision: 0 });
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, person);
  expect((await ask(viewer, "PUT", "/routes", { routes: [] })).status).toBe(403);
  expect((await routesOf(viewer)).routes).toMatchObject([fine.channels].map((channels) => ({ channels })));
});

test("CHN15 a preview counts the incidents of 30 days by recipient, before anything is saved", async () => {
  const [pay, own] = [await hook("Payments"), await hook("Own")];
  await addRule(person, { for: 0, keep: 1 });
  await pass(2, { old: 85 });
  await pass(3, { old: 10 });
  world.clock.advance(31 * day);
  await addRule(person, { name: "Of its own", when: "util:70..79", for: 0, keep: 1, channels: [own] });
  await pass(2, { "pay-a": 85, "pay-b": 85, cart: 85, own: 75 });
  await pass(3, { "pay-a": 85, "pay-b": 10, cart: 10, own: 10 });
  // Four of memory, and one of the server that was silent, which is less urgent than all channels take.
  const before = await preview(person, []);
  expect([before.incidents, before.nobody]).toEqual([5, { before: 1, after: 1 }]);
  const numbers = ({ recipients }: typeof before) =>
    Object.fromEntries(recipients.map(({ name, before: one, after }) => [name, [one, after]]));
  expect(numbers(before)).toMatchObject({
    Payments: [3, 3],
    Own: [4, 4],
    "Admins by email": [3, 3],
  });
  const after = await preview(person, [{ filter: "pay-", channels: [pay] }], [mail]);
  expect(after).toMatchObject({ incidents: 5, isPartial: false, byRule: 1, routes: [2], unknown: 0 });
  expect(after.rest).toEqual({ before: 4, after: 2 });
  expect(numbers(after)).toMatchObject({
    Payments: [3, 2],
    Own: [4, 1],
    "Admins by email": [3, 1],
  });
  expect(await routesOf(person)).toMatchObject({ revision: 0 });
});
