import type { RulePreview, RuleRehearsal } from "@shardwatch/core/contract/incident/rehearsal";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { beforeEach, expect, test, vi } from "vitest";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { mebibyte } from "../support/outlook.ts";
import { rulesIn } from "../support/own-rules.ts";
import { databases } from "../support/reports.ts";
import { serversWithPast } from "../support/runways.ts";
import { silenceFor } from "../support/silences.ts";
import { scrape, valuesIn } from "../support/metrics.ts";
import { createToken } from "../support/tokens.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, signInAgain } from "../support/world.ts";

const world = await worldOfFile();
const { ask, addRule } = rulesIn(world);
const minute = 60_000;
const day = 24 * 60 * minute;
let servers: Awaited<ReturnType<typeof serversWithPast>>;

beforeEach(async () => {
  servers = await serversWithPast(world, { cart: [[32, 0.5]], flat: [[20, 0]] });
});

/** The server whose memory grows, with this limit in bytes. */
const limited = (memoryLimit: string | null, more: object = {}) => ({
  cart: { databases: databases(1, 32).map((one) => ({ ...one, memoryLimit, ...more })) },
});

/** The days until the earliest date with a limit, not rounded. */
async function daysWith(limit: number): Promise<number> {
  await servers.report(limited(String(limit)));
  world.clock.advance(20_000);
  const as = await signInAgain(world, servers.person);
  const answer = await call(world, "GET", "/deployments?outlook=1&search=cart", { as });
  const [item] = ((await answer.json()) as DeploymentList).deployments;
  return (Date.parse(item?.outlook?.earliest ?? "") - world.clock.now()) / day;
}

/** The limit with which the earliest date is in so many days: dates are on a line. */
async function limitFor(days: number): Promise<string> {
  const [near, far] = [38 * mebibyte, 44 * mebibyte];
  const [first, last] = [await daysWith(near), await daysWith(far)];
  return String(Math.round(near + ((days - first) / (last - first)) * (far - near)));
}

/** Passes, a minute each, with this limit. */
async function pass(minutes: number, fields: Parameters<typeof servers.report>[0]): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    await servers.report(fields);
    await lookAt(world, servers.person);
  }
}

/** The incidents of the rule. Others are about memory and versions. */
const open = async () => {
  const all = await incidentsOf(world, servers.person);
  return all
    .filter(({ rule }) => rule.startsWith("rul_"))
    .map(({ affected }) => affected.first.map((one) => one.value).join());
};

/** The calls of a pass: how many there are, and how many of them query the outlook. */
async function callsOf(work: () => Promise<unknown>) {
  const spy = vi.spyOn(world.services.table, "queryAll");
  world.recorder.clear();
  try {
    await work();
    const outlook = spy.mock.calls.filter(([run]) => "prefix" in run && run.prefix === "OUTLOOK#").length;
    return { outlook, all: world.recorder.sent.length };
  } finally {
    spy.mockRestore();
  }
}

const within14 = { name: "Soon full", when: "runway=..14", for: 0, keep: 1 };

test("RUN02 RUL01 a rule fires at 13 days and not at 15, and ends with a margin", async () => {
  const [in13, in15, in17] = [await limitFor(13.5), await limitFor(15.5), await limitFor(17.5)];
  await addRule(servers.person, within14);
  await pass(2, limited(in15));
  expect(await open()).toEqual([]);
  await pass(1, limited(in13));
  expect(await open()).toEqual(["Runway 13 days"]);
  // A tenth more than 14 days is not over.
  await pass(3, limited(in15));
  expect(await open()).toHaveLength(1);
  await pass(3, limited(in17));
  expect(await open()).toEqual([]);
});

test("RUN02 RUL01 what is not known neither opens an incident nor ends one", async () => {
  const in13 = await limitFor(13.5);
  await addRule(servers.person, within14);
  await pass(3, limited(null));
  expect(await open()).toEqual([]);
  await pass(1, limited(in13));
  expect(await open()).toHaveLength(1);
  // Its limit is not known for five minutes, and then values are also on flash.
  await pass(5, limited(null));
  await pass(5, limited(in13, { tiered: true }));
  expect(await open()).toHaveLength(1);
  // A date that comes and goes is one incident.
  for (const limit of [in13, null, in13, null]) await pass(1, limited(limit));
  expect(await open()).toHaveLength(1);
  expect(
    (await incidentsOf(world, servers.person, "past")).filter(({ rule }) => rule.startsWith("rul_")),
  ).toEqual([]);
});

test("RUN02 RUL01 a full database is asked for by a word of its own", async () => {
  await addRule(servers.person, within14);
  await addRule(servers.person, { name: "Soon full or full", when: "runway=..14,full", for: 0, keep: 1 });
  await pass(1, { cart: { databases: databases(1, 64) } });
  expect(await open()).toEqual(["Runway full"]);
});

test("RUN02 INC10 a pass without such a rule makes the calls that it made, and one with it a single Query more", async () => {
  await pass(2, {});
  const looked = async () => {
    await servers.report();
    return await callsOf(() => lookAt(world, servers.person));
  };
  const before = await looked();
  expect(before.outlook).toBe(0);
  await addRule(servers.person, { name: "Other", when: "util>99" });
  await pass(1, {});
  const other = await looked();
  expect(other).toEqual(before);
  await addRule(servers.person, within14);
  await addRule(servers.person, { name: "Later", when: "runway=15..30", worse: "runway=..5" });
  await pass(1, {});
  expect(await looked()).toEqual({ outlook: 1, all: before.all + 1 });
});

test("RUN02 CHG04 a rule and the share of keys with an expiry are one Query of a pass", async () => {
  await addRule(servers.person, within14);
  const volatile = limited(String(40 * mebibyte), { evictionPolicy: "volatile-lru" });
  await pass(2, volatile);
  await servers.report(volatile);
  expect((await callsOf(() => lookAt(world, servers.person))).outlook).toBe(1);
});

test("RUN02 RUL07 a preview knows the runway of now, and says that no past of it is kept", async () => {
  await servers.report(limited(await limitFor(10.5)));
  world.clock.advance(20_000);
  const preview = await ask(servers.person, "POST", "/rules/preview", within14);
  expect((await preview.json()) as RulePreview).toMatchObject({ inScope: 2, matching: 1, unknown: 0 });
  const notKept = [expect.objectContaining({ field: "runway", label: "Runway" })];
  const evenings = await ask(servers.person, "POST", "/rules/evenings", within14);
  expect(await evenings.json()).toMatchObject({ notKept });
  const lines = (await (await ask(servers.person, "POST", "/rules/rehearsal", within14)).text())
    .trim()
    .split("\n");
  const { result } = JSON.parse(lines.at(-1) ?? "{}") as { result?: RuleRehearsal };
  expect(result).toMatchObject({ incidents: { least: 0, likely: 0 }, notKept });
});

test("RUN02 INC05 a silence can ask about it, and a pass reads it for that", async () => {
  await servers.report(limited(await limitFor(10.5)));
  world.clock.advance(20_000);
  const scope = { kind: "filter" as const, filter: "runway=..14" };
  const preview = await ask(servers.person, "POST", "/silences/preview", { scope });
  expect(await preview.json()).toMatchObject({ deployments: 1, unknown: 0 });
  await silenceFor(world, servers.person, { scope });
  await servers.report();
  expect((await callsOf(() => lookAt(world, servers.person))).outlook).toBe(1);
});

test("RUN02 OUT02 OUT03 a metric has the earliest date in seconds, and is absent without one and at the limit", async () => {
  const { secret } = await createToken(world, await signInAgain(world, servers.person), {
    scopes: ["metrics"],
  });
  const family = "shardwatch_deployment_memory_full_timestamp_seconds";
  const label = `{deployment="${servers.idOf("cart")}"}`;
  const scraped = async () => {
    world.clock.advance(20_000);
    return valuesIn((await scrape(world, secret)).text, family);
  };
  const days = await daysWith(64 * mebibyte);
  const now = world.clock.now();
  const values = await scraped();
  expect([...values.keys()]).toEqual([label]);
  expect(values.get(label)).toBe(Math.floor((now + days * day) / 1_000));
  await servers.report({ cart: { databases: databases(1, 64) } });
  expect(await scraped()).toEqual(new Map());
  await servers.report(limited("0"));
  expect(await scraped()).toEqual(new Map());
  // Figures of a silent deployment are left out.
  await servers.report();
  expect((await scraped()).size).toBe(1);
  world.clock.advance(60 * minute);
  expect(await scraped()).toEqual(new Map());
});

test("RUN02 OUT02 a scrape queries the outlook once in fifteen seconds", async () => {
  const { secret } = await createToken(world, await signInAgain(world, servers.person), {
    scopes: ["metrics"],
  });
  world.clock.advance(20_000);
  expect((await callsOf(() => scrape(world, secret))).outlook).toBe(1);
  world.clock.advance(1_000);
  expect((await callsOf(() => scrape(world, secret))).outlook).toBe(0);
});
