import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { Live } from "@shardwatch/core/contract/deployment/live";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import { afterAll, afterEach, expect, test } from "vitest";
import { type Connected, startCloudWorld, usual } from "../support/cloud-world.ts";
import { rowsOfOrganization } from "../support/scope.ts";
import { join, signUp } from "../support/world.ts";

const minute = 60_000;
const place = await startCloudWorld();

const {
  cloud,
  world,
  drain,
  workAll,
  nextRound,
  ask,
  connect,
  connectAndSync,
  integration,
  deployments,
  detail,
  notificationsOf,
  names,
} = place;

afterEach(() => place.reset());
afterAll(() => place.stop());

test("CLD16 SYN06 SYN07 SYN09 SYN10 SYN18 the first reading begins at once, and makes one deployment of each subscription", async () => {
  const connected = await connectAndSync();
  expect(await names(connected)).toEqual(usual);
  const now = new Date(world.clock.now()).toISOString();
  expect(await integration(connected)).toMatchObject({
    status: "ok",
    lastError: null,
    lastSyncAt: now,
    lastUsed: now,
    found: { subscriptions: 5, databases: 14 },
  });

  const pro = await detail(connected, "payments-production");
  expect(pro).toMatchObject({
    type: "CLOUD",
    source: "redis-cloud",
    status: "active",
    license: null,
    gaps: [],
  });
  expect(pro.cloudSubscription).toEqual({
    subscriptionType: "Pro",
    provider: "AWS",
    regions: ["eu-west-1"],
    link: "https://cloud.redis.io/#/subscriptions/subscription/100001/bdb",
  });
  expect(pro.feeds).toMatchObject([
    { kind: "redis-cloud", id: connected.id, name: "shardwatch-redis-cloud" },
  ]);
  expect(pro.databases).toEqual([
    {
      id: "1000010000",
      name: "db-1",
      status: "active",
      version: "7.4",
      memoryUsed: "31451932",
      memoryLimit: "1073741824",
      tlsEnabled: true,
      engine: "redis",
      evictionPolicy: "volatile-lru",
      region: "eu-west-1",
      persistence: "none",
      replicas: 0,
      modules: ["searchlight"],
      activeActive: false,
      tiered: false,
      endpoint: "redis-1000010000.c1.eu-west-1.ec2.cloud.example:12000",
    },
    expect.objectContaining({ version: "6.2.10", memoryLimit: "1073741824", tlsEnabled: false }),
    expect.objectContaining({ status: "active-change-pending", memoryUsed: null }),
  ]);

  const activeActive = await detail(connected, "sessions-global");
  expect(activeActive.cloudSubscription?.regions).toEqual(["us-east-1", "eu-central-1"]);
  expect(activeActive.databases[0]).toMatchObject({
    memoryUsed: "13107200",
    memoryLimit: "2147483648",
    version: "7.2.4",
    tlsEnabled: true,
    activeActive: true,
    tiered: null,
  });
  expect((await detail(connected, "catalogue")).status).toBe("pending");
  const essentials = await detail(connected, "staging-cache");
  expect(essentials.cloudSubscription).toMatchObject({
    subscriptionType: "Essentials",
    regions: ["us-east-1"],
  });
  expect(essentials.databases).toMatchObject([
    { memoryUsed: "6291456", memoryLimit: "262144000", tlsEnabled: null },
  ]);
});

test("P11 SYN08 ten thousand databases in fifty subscriptions take no call for each of them", async () => {
  await cloud.control({ flexible: 50, databases: 200, fixed: 0, asked: 0 });
  const connected = await connectAndSync();
  const { asked } = await cloud.control({});
  expect(asked).toBeLessThanOrEqual(250);
  expect(await integration(connected)).toMatchObject({
    status: "ok",
    found: { subscriptions: 50, databases: 10_000 },
  });
  const list = await deployments(connected);
  expect(list).toHaveLength(50);
  expect(new Set(list.map(({ databaseCount }) => databaseCount))).toEqual(new Set([199, 200]));
});

test("SYN01 SYN02 SYN03 LIM09 the schedule queues every integration, and one that fails stops no other", async () => {
  const [first, second] = [await connectAndSync(), await connectAndSync()];
  await cloud.control({ flexible: 1, account: first.keys.apiKey.replace("key-of-", ""), every: "revoked" });
  world.clock.advance(5 * minute);
  await tick(world.services, world.queue);
  const messages = drain();
  for (const { id } of [first, second])
    expect(messages.filter((message) => message.includes(id))).toHaveLength(1);
  for (const message of messages) await work(world.services, message);
  expect(await integration(first)).toMatchObject({ status: "denied" });
  expect(await integration(second)).toMatchObject({ status: "ok" });
  expect(await names(second)).toEqual(["essentials-2", "payments-production", "staging-cache"]);
});

test("SYN04 SYN17 LSX04 refused keys are told, deployments turn stale and stay, and new keys mend it", async () => {
  const connected = await connectAndSync();
  for (const [fault, word] of [
    ["revoked", "rejected the API key"],
    ["denied", "allow list"],
  ] as const) {
    await cloud.control({ every: fault });
    await nextRound(connected, 15 * minute);
    const failed = await integration(connected);
    expect(failed).toMatchObject({ status: "denied", found: { subscriptions: 5 } });
    expect(failed.lastError).toContain("credentials refused");
    expect(failed.lastError).toContain(word);
    expect(Date.parse(failed.lastUsed ?? "")).toBeLessThan(world.clock.now());
  }
  expect((await deployments(connected)).map(({ status }) => status)).toEqual(usual.map(() => "stale"));
  const { lastError, lastDataAt } = await integration(connected);
  expect(await detail(connected, "payments-production")).toMatchObject({
    feeds: [{ failure: { reason: lastError, since: lastDataAt } }],
  });
  // A refused account is not read again at once.
  await cloud.control({ asked: 0 });
  await nextRound(connected);
  expect((await cloud.control({})).asked).toBe(0);
  await cloud.reset();
  const { person, id, keys } = connected;
  await ask(person, "PUT", `/redis-cloud/${id}`, keys);
  await workAll();
  expect(await integration(connected)).toMatchObject({ status: "ok", lastError: null });
  expect((await deployments(connected)).map(({ status }) => status)).not.toContain("stale");
});

test("SYN05 the next success mends what a failure left: status, error and the time of the last reading", async () => {
  const connected = await connectAndSync();
  const first = await integration(connected);
  await cloud.control({ every: "server-error" });
  await nextRound(connected);
  const failed = await integration(connected);
  expect(failed).toMatchObject({ status: "error", lastUsed: first.lastUsed });
  expect(failed.lastError).toContain("Redis Cloud answered 500");
  await cloud.reset();
  await nextRound(connected);
  const now = new Date(world.clock.now()).toISOString();
  expect(await integration(connected)).toMatchObject({
    status: "ok",
    lastError: null,
    lastSyncAt: now,
    lastUsed: now,
  });
});

test("SYN12 databases that cannot be read stay as they were, and the others go on", async () => {
  const connected = await connectAndSync();
  await cloud.control({ faults: { databases: "server-error" } });
  await nextRound(connected);
  const kept = await detail(connected, "payments-production");
  expect(kept.databases).toHaveLength(3);
  expect(kept.status).toBe("active");
  expect(await integration(connected)).toMatchObject({ status: "error", found: { databases: 14 } });
});

test("SYN12 R12 texts that no storage takes, and more databases than a row holds, are cut, and stop nothing else", async () => {
  const connected = await connectAndSync();
  await cloud.control({ flexible: 2, databases: 1_200, every: "monstrous-texts" });
  await nextRound(connected);
  expect(await integration(connected)).toMatchObject({ status: "ok", found: { subscriptions: 4 } });
  const found = await deployments(connected);
  expect(found).toHaveLength(4);
  for (const { id, name } of found) {
    expect(name).toMatch(/^[\u4e00-\u9fff]{100,200}$/);
    const shown = (await (await ask(connected.person, "GET", `/deployments/${id}`)).json()) as Deployment;
    const cut = Number(/^(\d+) more databases aren't shown$/.exec(shown.gaps[0] ?? "0")?.[1] ?? 0);
    expect([1, 1_199, 1_200]).toContain(shown.databases.length + cut);
    expect(shown.cloudSubscription?.regions.length).toBeLessThanOrEqual(100);
  }
  expect(found.some(({ databaseCount }) => databaseCount > 100 && databaseCount < 1_199)).toBe(true);
});

test("SYN16 the limit of calls is obeyed: what is left is read next time, and nothing is deleted", async () => {
  await cloud.control({ flexible: 1, fixed: 300, databases: 1, perMinute: 10_000 });
  const connected = await connectAndSync();
  const failed = await integration(connected);
  expect(failed).toMatchObject({ status: "throttled", found: null });
  expect(await deployments(connected)).toHaveLength(301);
  const unread = async () =>
    (await deployments(connected)).filter(({ databaseCount }) => databaseCount === 0);
  expect(await unread()).toHaveLength(301 - 248);
  await nextRound(connected);
  expect(await unread()).toEqual([]);
  expect(await deployments(connected)).toHaveLength(301);
});

test("SYN16 an API that asks to come later is asked later", async () => {
  await cloud.control({ flexible: 1, fixed: 0 });
  const connected = await connect();
  await cloud.control({ faults: { flexible: "throttled-briefly" } });
  await cloud.control({ asked: 0 });
  await workAll();
  expect((await cloud.control({})).asked).toBe(4);
  expect(await integration(connected)).toMatchObject({ status: "ok" });
});

test("SYN19 R13 a defect is stored, logged without the keys, and left to another try", async () => {
  const connected = await connectAndSync();
  world.clock.advance(5 * minute);
  const job = {
    kind: "syncIntegration",
    source: "redis-cloud",
    organizationId: connected.person.organizationId,
    integrationId: connected.id,
  };
  const read = () => {
    throw new TypeError("a defect");
  };
  expect(
    await work(
      { ...world.services, accounts: { ...world.services.accounts, "redis-cloud": { read } } },
      JSON.stringify(job),
    ),
  ).toBe(false);
  expect(await integration(connected)).toMatchObject({ status: "error" });
  await nextRound(connected);
  expect(await integration(connected)).toMatchObject({ status: "ok", lastError: null });
  expect(world.logLines.join()).not.toMatch(/key-of|secret-of|password/);
});

test("SYN11 SYN12 a subscription is gone when the whole list lacks it, and in no other case", async () => {
  const connected = await connectAndSync();
  const faults = [
    "server-error",
    "hanging",
    "half",
    "page",
    "other-json",
    "other-account",
    "unavailable",
    "off",
  ];
  for (const fault of faults) {
    await cloud.control({ deleted: ["100001", "900001"], every: fault });
    await nextRound(connected, 15 * minute);
    expect(await names(connected), fault).toEqual(usual);
  }
  // First one list is read and the other is not. Then a list has unreadable entries.
  await cloud.control({ every: "works", faults: { flexible: "server-error" } });
  await nextRound(connected);
  expect(await names(connected)).toEqual(usual.filter((name) => name !== "staging-cache"));
  expect(await integration(connected)).toMatchObject({ status: "error" });
  await cloud.control({ faults: { flexible: "damaged-entries" } });
  await nextRound(connected);
  expect(await names(connected)).toContain("payments-production");
  await cloud.control({ every: "works" });
  await nextRound(connected);
  expect(await names(connected)).toEqual(["catalogue", "essentials-2", "sessions-global"]);
  expect(await integration(connected)).toMatchObject({ status: "ok", found: { subscriptions: 3 } });
  const reason =
    "Its subscription is no longer in the Redis Cloud account connected as shardwatch-redis-cloud.";
  expect(await notificationsOf(connected.person)).toEqual(Array(2).fill(`DEPLOYMENT_DELETED: ${reason}`));
  // It returns under its old id. An empty account has no deployments.
  await cloud.control({ deleted: [] });
  await nextRound(connected);
  expect(await names(connected)).toEqual(usual);
  await cloud.control({ flexible: 0, fixed: 0 });
  await nextRound(connected);
  expect(await names(connected)).toEqual([]);
});

test("SYN13 SYN20 a deleted integration takes its deployments with it, and nobody else's of the same account", async () => {
  const connected = await connectAndSync();
  const other = await connectAndSync(connected.keys);
  const { person, id } = connected;
  const colleague = await signUp(world, {}, ["VIEWER"]);
  await join(world, colleague, person);
  const ids = async (each: Connected) => (await deployments(each)).map((deployment) => deployment.id);
  const [own, foreign] = [await ids(connected), await ids(other)];
  expect(foreign.filter((each) => own.includes(each))).toEqual([]);
  expect((await ask(person, "DELETE", `/redis-cloud/${id}`)).status).toBe(204);
  expect(await names(connected)).toEqual([]);
  await nextRound(connected);
  expect(await names(connected)).toEqual([]);
  expect(await ids(other)).toEqual(foreign);
  const notifications = [
    "DEPLOYMENT_DELETED: The Redis Cloud integration shardwatch-redis-cloud was deleted.",
  ];
  expect(await notificationsOf(colleague)).toEqual(notifications);
  expect(await notificationsOf(person)).toEqual(notifications);
  expect(await notificationsOf(other.person)).toEqual([]);
  const rows = await world.services.table.queryAll(rowsOfOrganization(person.organizationId));
  expect(rows.map(({ sk }) => sk).filter((sk) => /^(CLOUD|DEP|DETAIL|PULSE|DELETED)/.test(sk))).toEqual([]);
});

test("SYN14 a reading that is under way while its integration is deleted brings nothing back", async () => {
  const connected = await connectAndSync();
  const { person, id } = connected;
  await cloud.control({ flexible: 5 });
  world.clock.advance(5 * minute);
  await tick(world.services, world.queue);
  const own = drain().filter((message) => message.includes(id));
  const lists = cloud.hold(/\/databases$/);
  const reading = Promise.all(own.map((message) => work(world.services, message)));
  await lists.arrived;
  expect((await ask(person, "DELETE", `/redis-cloud/${id}`)).status).toBe(204);
  lists.release();
  await reading;
  expect(await names(connected)).toEqual([]);
  expect((await ask(person, "GET", `/redis-cloud/${id}`)).status).toBe(404);
});

test("SYN15 a message that is delivered twice, or at the same time, is one reading", async () => {
  const connected = await connect();
  const [message = ""] = drain();
  await cloud.control({ asked: 0 });
  const done = await Promise.all([message, message, message].map((each) => work(world.services, each)));
  expect(done).toEqual([true, true, true]);
  await work(world.services, message);
  expect((await cloud.control({})).asked).toBe(7);
  expect(await names(connected)).toEqual(usual);
  expect(await integration(connected)).toMatchObject({ status: "ok" });
});

test("HIS01 DEX01 a reading leaves the memory of its five minutes; live figures say what the source does not report", async () => {
  const connected = await connectAndSync();
  const { id } = await detail(connected, "payments-production");
  const answer = await ask(connected.person, "GET", `/deployments/${id}/live`);
  const figures = (await answer.json()) as Live;
  const begun = Math.floor(world.clock.now() / (5 * minute)) * 5 * minute;
  expect(figures.from).toBe(new Date(begun).toISOString());
  expect(Number(figures.databases[0]?.memoryUsed)).toBeGreaterThan(0);
  expect(figures.total).toMatchObject({ opsPerSecond: null, clients: null, keys: null });
  expect(figures.unknown).toContainEqual({
    figure: "clients",
    reason: "Redis Cloud's API reports memory only.",
  });
});
