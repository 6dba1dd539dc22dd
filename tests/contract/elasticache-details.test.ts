import type { AuditPage } from "@shardwatch/core/contract/people/audit";
import type { ElastiCacheIntegration } from "@shardwatch/core/contract/source/elasticache";
import type { History, HistorySeries } from "@shardwatch/core/contract/history/history";
import type { HistoryMetric } from "@shardwatch/core/contract/catalogue/figures";
import type { Live } from "@shardwatch/core/contract/deployment/live";
import type { SimulatedCache } from "@shardwatch/local/simulators/aws/state";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ConnectedAws, group, nextAccountId, startAwsWorld } from "../support/aws-world.ts";
import { connectAccount, makeRole, roleOf } from "../support/aws.ts";
import { rowsOfOrganization } from "../support/scope.ts";
import { call, type Person, signInAgain, signUp } from "../support/world.ts";

const minute = 60_000;
const tick = 5 * minute;
const hour = 60 * minute;
const { aws, world, drain, connect, later, deployment, integration, stop } = await startAwsWorld();
let at: ConnectedAws;
afterAll(stop);
const perMinute = { CurrConnections: 7, CurrItems: 1_000, CacheHits: 90, CacheMisses: 30, Evictions: 6 };
const shard = (nodes: string[]) => ({ used: 1_000_000, nodes, metrics: perMinute });

/** A group of two nodes, one in cluster mode with two shards of two nodes, and a serverless cache. */
const caches = (): SimulatedCache[] => [
  group("plain", 0, { shards: [shard(["plain-001", "plain-002"])] }),
  group("sharded", 0, {
    clusterMode: true,
    shards: [
      shard(["sharded-0001-001", "sharded-0001-002"]),
      shard(["sharded-0002-001", "sharded-0002-002"]),
    ],
  }),
  {
    kind: "serverless",
    id: "burst",
    shards: [{ used: 5_000, nodes: [], metrics: { ...perMinute, TotalCmdsCount: 600 } }],
  },
];

/** One primary, four nodes in cluster mode, where nobody knows the primaries, and a serverless cache. */
const metricsOfReading = 5 + 4 * 5 + 4;

beforeEach(async () => {
  aws.state.faults = {};
  aws.state.metricsUntil = Infinity;
  at = await connect({ regions: ["eu-west-1"], parameterGroups: {}, caches: { "eu-west-1": caches() } });
});

/** Otherwise every later tick would read this account, too. */
afterEach(async () => {
  at.person = await signInAgain(world, at.person);
  await call(world, "DELETE", `/api/elasticache/${at.id}`, { as: at.person });
});

const billed = () => ({ ...aws.state.billed[at.accountId] });

/** The metrics that were billed since then, without those of memory. */
function billedSince(before: Record<string, number>): number {
  const further = Object.entries(billed()).filter(([name]) => name !== "BytesUsedForCache");
  return further.reduce((sum, [name, count]) => sum + count - (before[name] ?? 0), 0);
}

async function put(on: boolean, person = at.person) {
  const body = { on };
  return await call(world, "PUT", `/api/elasticache/${at.id}/detailed-history`, { as: person, body });
}

async function switchOn(): Promise<void> {
  world.clock.advance(minute);
  at.person = await signInAgain(world, at.person);
  expect((await put(true)).status).toBe(200);
  await drain();
}

async function pass(milliseconds: number, step = 15 * minute): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) await later(at, step);
}

async function read<T>(path: string): Promise<T> {
  at.person = await signInAgain(world, at.person);
  const answer = await call(world, "GET", path, { as: at.person });
  expect(answer.status).toBe(200);
  return (await answer.json()) as T;
}

const everything: HistoryMetric[] = ["memoryUsed", "ops", "clients", "hitRatio", "evictions", "keys"];

/** The last two hours of the account. */
async function history(database = "each"): Promise<History> {
  const from = new Date(world.clock.now() - 2 * hour).toISOString();
  const query = new URLSearchParams({ metric: everything.join(), database, from });
  return await read<History>(`/deployments/${at.id}/history?${query.toString()}`);
}

const find = ({ series }: History, metric: HistoryMetric, name: string | null) =>
  series.find((one) => one.metric === metric && (name === null || one.database?.endsWith(`/${name}`)));

/** The known values of a series, each once. */
const valuesIn = (series: HistorySeries | undefined) => [
  ...new Set(series?.values.filter((value) => value !== null)),
];

const unknownIn = (series: HistorySeries | undefined) =>
  series?.values.filter((value) => value === null).length;

test("HIS15 with detailed history off no metric but memory is asked for", async () => {
  const before = billed();
  await pass(hour, tick);
  expect(Object.keys(billed())).toEqual(["BytesUsedForCache"]);
  // One metric a shard and quarter of an hour.
  expect((billed()["BytesUsedForCache"] ?? 0) - (before["BytesUsedForCache"] ?? 0)).toBe(4 * 4);
  const { unknown } = await history();
  const reason = "Only memory is collected. Turn on detailed history in Sources (CloudWatch charges apply).";
  expect(unknown).toEqual(everything.slice(1).map((metric) => ({ metric, reason })));
});

test("HIS01 with detailed history on each metric is asked for once an hour, and costs what the source says", async () => {
  const { detailedHistory } = await integration(at);
  expect(detailedHistory).toEqual({
    on: false,
    metrics: metricsOfReading,
    dollarsPerMonth: Number((metricsOfReading * 720 * 0.00001).toFixed(3)),
  });
  const off = billed();
  await switchOn();
  expect(billedSince(off)).toBe(metricsOfReading);
  const on = billed();
  await pass(2 * hour, tick);
  expect(billedSince(on)).toBe(2 * metricsOfReading);
  expect((await integration(at)).detailedHistory).toEqual({ ...detailedHistory, on: true });

  at.person = await signInAgain(world, at.person);
  expect((await put(false)).status).toBe(200);
  const again = billed();
  await pass(hour);
  expect(billedSince(again)).toBe(0);
});

test("HIS01 HIS02 clients, lookups, evictions and keys have a past beside memory, without a gap", async () => {
  await pass(hour);
  await switchOn();
  await pass(2 * hour);
  const answer = await history();
  const plain = (metric: HistoryMetric) => valuesIn(find(answer, metric, "plain"));
  expect([plain("clients"), plain("keys"), plain("hitRatio")]).toEqual([[7], [1_000], [75]]);
  expect(plain("evictions")).toEqual([0.1]);
  // Both nodes of both shards; the nodes of a shard hold the same keys.
  const sharded = (metric: HistoryMetric) => valuesIn(find(answer, metric, "sharded"));
  expect([sharded("clients"), sharded("keys"), sharded("evictions")]).toEqual([[28], [2_000], [0.4]]);
  const burst = (metric: HistoryMetric) => valuesIn(find(answer, metric, "burst"));
  expect([burst("clients"), burst("ops"), burst("hitRatio")]).toEqual([[7], [10], []]);
  for (const name of ["plain", "sharded", "burst"])
    expect(unknownIn(find(answer, "memoryUsed", name)), `memory of ${name}`).toBe(0);
  // All but what the next reading brings.
  expect(unknownIn(find(answer, "clients", "plain"))).toBeLessThanOrEqual(13);
  expect(answer.status).toEqual([["active", answer.series[0]?.values.length]]);
});

test("HIS15 what CloudWatch lacks has its reason", async () => {
  await switchOn();
  await pass(hour);
  const { unknown } = await history("total");
  expect(unknown).toEqual([
    { metric: "ops", reason: "CloudWatch counts all commands of serverless caches only." },
    {
      metric: "hitRatio",
      reason: "CloudWatch lacks it for a cache. It counts no misses of serverless caches.",
    },
  ]);
});

test("HIS06 HIS07 late values come with the next reading, and so do those of two readings that failed", async () => {
  const begin = world.clock.now();
  await switchOn();
  // CloudWatch is 20 minutes late.
  aws.state.metricsUntil = begin + 40 * minute;
  await pass(hour);
  aws.state.metricsUntil = Infinity;
  aws.state.faults = { AssumeRole: "error" };
  await pass(2 * hour - 10 * minute, 10 * minute);
  aws.state.faults = {};
  await pass(15 * minute, tick);
  const clients = find(await history(), "clients", "plain");
  const newest = clients?.values.findLastIndex((value) => value !== null) ?? -1;
  expect(newest).toBeGreaterThan(18);
  expect(clients?.values.slice(0, newest)).not.toContain(null);
});

test("HIS06 the same reading again changes no row", async () => {
  await pass(hour);
  await switchOn();
  const trails = async () =>
    (await world.services.table.queryAll(rowsOfOrganization(at.person.organizationId))).filter(({ sk }) =>
      sk.startsWith("TRAIL#"),
    );
  const before = await trails();
  expect(before.length).toBeGreaterThan(30);
  at.person = await signInAgain(world, at.person);
  await put(false);
  await put(true);
  await drain();
  expect(await trails()).toEqual(before);
});

test("DEX01 the live figures have the details of the last hourly reading, and say from when", async () => {
  await switchOn();
  await pass(30 * minute);
  const live = await read<Live>(`/deployments/${at.id}/live`);
  expect(await deployment(at)).toMatchObject({ detailedHistory: true });
  expect(live.total).toMatchObject({
    clients: 42,
    keys: 4_000,
    evictedPerSecond: 0.6,
    memoryUsed: "3004808",
  });
  expect(live.partial?.total).toMatchObject({ opsPerSecond: 10, hitRatio: 75 });
  const age = (time: string | null | undefined) => world.clock.now() - Date.parse(time ?? "");
  expect(age(live.hourly?.to)).toBeGreaterThan(30 * minute);
  expect(age(live.hourly?.to)).toBeLessThan(70 * minute);
  expect(age(live.to)).toBeLessThan(20 * minute);
});

describe("the option of detailed history", () => {
  const account = () => ({
    regions: ["eu-west-1"],
    parameterGroups: {},
    caches: { "eu-west-1": [group("sessions", 1)] },
  });

  beforeEach(async () => {
    at = await connect(account());
  });

  const putOption = async (body: unknown, id = at.id, person = at.person) =>
    await call(world, "PUT", `/api/elasticache/${id}/detailed-history`, { as: person, body: body as object });

  /** The changes of the option in the audit, newest first. */
  async function changesOf(person: Person) {
    const answer = await call(world, "GET", "/audit?action=elastiCache.changed", { as: person });
    return ((await answer.json()) as AuditPage).events.map(({ changes }) => changes);
  }

  /** How many metrics beside memory were billed. */
  function billedOf({ accountId }: ConnectedAws): number {
    const { BytesUsedForCache: _, ...others } = aws.state.billed[accountId] ?? {};
    return Object.values(others).reduce((sum, count) => sum + count, 0);
  }

  test("HIS15 switching detailed history is an event of the audit, once", async () => {
    const answer = await putOption({ on: true });
    expect(answer.status).toBe(200);
    expect(((await answer.json()) as ElastiCacheIntegration).detailedHistory.on).toBe(true);
    expect((await putOption({ on: true })).status).toBe(200);
    const on = [{ field: "detailedHistory", before: "no", after: "yes" }];
    expect(await changesOf(at.person)).toEqual([on]);
    world.clock.advance(1_000);
    expect((await putOption({ on: false })).status).toBe(200);
    expect((await integration(at)).detailedHistory.on).toBe(false);
    const off = [{ field: "detailedHistory", before: "yes", after: "no" }];
    expect(await changesOf(at.person)).toEqual([off, on]);
  });

  test("HIS15 what cannot be switched is refused with the reason", async () => {
    const wrong = await putOption({ on: "yes" });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain("on: must be true or false");
    const other = await signUp(world);
    expect((await putOption({ on: true }, at.id, other)).status).toBe(404);
  });

  test("HIS15 before the first reading nobody knows the price, so it stays off", async () => {
    const person = await signUp(world);
    const accountId = nextAccountId();
    aws.state.accounts[accountId] = account();
    const id = await connectAccount(world, aws, person, roleOf(accountId));
    const early = await putOption({ on: true }, id, person);
    expect(early.status).toBe(409);
    expect(await early.json()).toMatchObject({ code: "PRICE_UNKNOWN" });
    await drain();
    expect((await putOption({ on: true }, id, person)).status).toBe(200);
  });

  test("HIS15 it stays on with another role of the account, and ends with another account", async () => {
    await putOption({ on: true });
    await drain();
    const change = async (roleArn: string) => {
      world.clock.advance(minute);
      const externalId = await makeRole(world, aws, at.person, roleArn);
      const path = `/api/elasticache/${at.id}`;
      const answer = await call(world, "PUT", path, { as: at.person, body: { roleArn, externalId } });
      expect(answer.status).toBe(200);
      await drain();
      return ((await answer.json()) as ElastiCacheIntegration).detailedHistory.on;
    };
    expect(await change(roleOf(at.accountId, "Another"))).toBe(true);
    const next = nextAccountId();
    aws.state.accounts[next] = account();
    expect(await change(roleOf(next))).toBe(false);
    expect(Object.keys(aws.state.billed[next] ?? {})).toEqual(["BytesUsedForCache"]);
  });

  test("ELC25 a role without the right says so, and is asked again an hour later or by hand", async () => {
    const role = aws.state.roles.find(({ arn }) => arn.includes(at.accountId));
    if (role) role.denied = ["GetMetricData"];
    world.clock.advance(minute);
    await putOption({ on: true });
    await drain();
    const reason = "The role needs cloudwatch:GetMetricData.";
    const { steps, lastError } = await integration(at);
    expect(steps.at(-1)).toEqual({
      name: "Read detailed history",
      state: "failed",
      reason,
      regions: ["eu-west-1"],
    });
    expect(lastError).toContain("No detailed history for eu-west-1.");
    expect((await deployment(at)).gaps).toContain(
      "Detailed history in eu-west-1: the role needs cloudwatch:GetMetricData",
    );
    if (role) role.denied = [];
    const before = billedOf(at);
    await later(at);
    expect(billedOf(at) - before).toBe(0);
    expect((await integration(at)).steps.at(-1)?.state).toBe("failed");
    world.clock.advance(minute);
    expect((await call(world, "POST", `/api/elasticache/${at.id}/test`, { as: at.person })).status).toBe(202);
    await drain();
    expect(billedOf(at) - before).toBe(5);
    expect((await integration(at)).steps.at(-1)?.state).toBe("ok");
    // It costs money, so a reading by hand does not repeat what is there.
    world.clock.advance(minute);
    await call(world, "POST", `/api/elasticache/${at.id}/test`, { as: at.person });
    await drain();
    expect(billedOf(at) - before).toBe(5);
  });
});
