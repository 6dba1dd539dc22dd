import type { Live } from "@shardwatch/core/contract/live";
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
  await cloud.control({ flexible: 5, every: "slow", delayMs: 80 });
  world.clock.advance(5 * minute);
  await tick(world.services, world.queue);
  const reading = workAll();
  await expect.poll(async () => (await cloud.control({})).asked).toBeGreaterThan(8);
  expect((await ask(person, "DELETE", `/redis-cloud/${id}`)).status).toBe(204);
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
