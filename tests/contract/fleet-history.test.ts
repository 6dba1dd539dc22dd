import type { FleetHistory, Sparks } from "@shardwatch/core/contract/fleet-history";
import { beforeEach, expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { takeCensus } from "../support/census.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

const hour = 3_600_000;
const day = 24 * hour;
const mebibyte = 1_048_576;
const world = await worldOfFile();
const root = await superAdmin(world);
let person: Person;
let key: string;

beforeEach(async () => {
  world.clock.time = Math.ceil(world.clock.time / day) * day;
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
});

const iso = (time: number) => new Date(time).toISOString();

/** A census at this time, with that many MiB used. */
async function countAt(time: number, mebibytes: number, count = 1) {
  world.clock.time = time;
  await send(world, key, reportOf(world, [reported("one", { databases: databases(count, mebibytes) })]));
  await takeCensus(world, person);
}

async function ask(query: object, as = person): Promise<Response> {
  const signedIn = await signInAgain(world, as);
  const text = new URLSearchParams(query as Record<string, string>).toString();
  return await call(world, "GET", `/history?${text}`, { as: signedIn });
}

const history = async (query: object) => (await (await ask(query)).json()) as FleetHistory;

const metric = ({ series }: FleetHistory, name: string) =>
  series.find((each) => each.metric === name)?.values.map((value) => value && value / mebibyte);

test("HIS14 hours are answered in whole steps of UTC, and an hour without a census is null", async () => {
  const midnight = world.clock.time;
  await countAt(midnight + 10 * hour + 7 * 60_000, 3);
  await countAt(midnight + 12 * hour + 50 * 60_000, 5);
  const found = await history({
    from: iso(midnight + 9.5 * hour),
    to: iso(midnight + 12.2 * hour),
  });
  expect(found).toMatchObject({
    from: iso(midnight + 9 * hour),
    to: iso(midnight + 13 * hour),
    step: 3_600,
    newest: iso(midnight + 12 * hour),
    types: [{ type: "STANDALONE", values: [null, 1, null, 1] }],
    statuses: [{ status: "active", values: [null, 1, null, 1] }],
  });
  expect(metric(found, "memoryUsed")).toEqual([null, 3, null, 5]);
});

test("HIS14 above 31 days there are days: the largest memory, the last limit, and the last count", async () => {
  const midnight = world.clock.time;
  for (const [at, mebibytes] of [
    [3 * hour, 9],
    [20 * hour, 2],
    [day + 5 * hour, 4],
  ] as const)
    await countAt(midnight + at, mebibytes);
  const [from, to] = [iso(midnight - 38.5 * day), iso(midnight + 1.5 * day)];
  const found = await history({ from, to });
  expect(found).toMatchObject({ from: iso(midnight - 39 * day), to: iso(midnight + 2 * day), step: 86_400 });
  expect(metric(found, "memoryUsed")?.slice(-3)).toEqual([null, 9, 4]);
  expect(metric(found, "memoryLimit")?.slice(-3)).toEqual([null, 64, 64]);
  expect(found.types[0]?.values).toHaveLength(41);
});

test("MND21 a day has the last limit and the last numbers of deployments and databases, when they change within it", async () => {
  const midnight = world.clock.time;
  await countAt(midnight + 3 * hour, 1, 3);
  world.clock.time = midnight + 20 * hour;
  await send(world, key, reportOf(world, [reported("one"), reported("two")]));
  await takeCensus(world, person);
  const range = { from: iso(midnight - 38.5 * day), to: iso(midnight + 0.5 * day) };
  const found = await history({ ...range, metric: "memoryLimit,databases" });
  expect(metric(found, "memoryLimit")?.at(-1)).toBe(2 * 64);
  expect(found.series.find((one) => one.metric === "databases")?.values.at(-1)).toBe(2);
  expect(found.types.map(({ type, values }) => [type, values.at(-1)])).toEqual([["STANDALONE", 2]]);
});

test("HIS14 a month of hours is one Query, and has all of them", async () => {
  const midnight = world.clock.time;
  for (const days of [0, 15, 31]) await countAt(midnight + days * day - hour * (days === 31 ? 1 : 0), 2);
  const as = await signInAgain(world, person);
  world.recorder.clear();
  const query = `from=${iso(midnight)}&to=${iso(midnight + 31 * day)}`;
  const answer = await call(world, "GET", `/history?${query}`, { as });
  expect(world.recorder.sent.filter(({ command }) => command === "QueryCommand")).toHaveLength(1);
  expect(world.recorder.sequentialRoundTrips()).toBeLessThanOrEqual(2);
  const values = metric((await answer.json()) as FleetHistory, "memoryUsed") ?? [];
  expect(values).toHaveLength(744);
  expect([values[0], values[15 * 24], values.at(-1)]).toEqual([2, 2, 2]);
});

test("HIS14 ranges that cannot be shown are refused with the reason", async () => {
  const now = world.clock.time;
  const refused: [query: object, reason: string][] = [
    [{ from: iso(now), to: iso(now) }, "from: must be before to"],
    [{ from: iso(now), to: iso(now - 1) }, "from: must be before to"],
    [{ from: iso(now - 751 * day), to: iso(now) }, "from: must be at most 750 days before to"],
    [{ from: "yesterday" }, "must be a time such as"],
    [{ to: "9999-12-31T23:59:59Z" }, "to: must be in a year from 1970 to 9998"],
    [{ to: "0000-01-02T00:00:00Z" }, "to: must be in a year from 1970 to 9998"],
  ];
  for (const [query, reason] of refused) {
    const answer = await ask(query);
    expect([answer.status, await answer.text()], reason).toEqual([400, expect.stringContaining(reason)]);
  }
  expect((await ask({ from: iso(now - 750 * day), to: iso(now) })).status).toBe(200);
  for (const to of ["9998-12-31T23:59:59Z", "1970-01-01T00:00:00Z"]) {
    const answer = await ask({ to });
    expect(answer.status, to).toBe(200);
    expect(await answer.json()).toMatchObject({ from: expect.stringMatching(/^\d{4}-/) as string });
  }
});

test("R5 HIS14 a super admin names the organization, and others see none but their own", async () => {
  await countAt(world.clock.time + hour, 7);
  const organizationId = person.organizationId;
  const unnamed = await ask({}, root);
  expect([unnamed.status, await unnamed.text()]).toEqual([400, expect.stringContaining("organizationId")]);
  const asRoot = await ask({ organizationId }, root);
  expect(metric((await asRoot.json()) as FleetHistory, "memoryUsed")?.at(-1)).toBe(7);
  const stranger = await signUp(world);
  expect((await ask({ organizationId }, stranger)).status).toBe(403);
  expect(await (await ask({}, stranger)).json()).toMatchObject({ newest: null, types: [], series: [] });
  const as = await signInAgain(world, stranger);
  const sparks = (await (await call(world, "GET", "/history/sparks", { as })).json()) as Sparks;
  expect(sparks).toEqual({ at: null, step: 3_600, sparks: {} });
});
