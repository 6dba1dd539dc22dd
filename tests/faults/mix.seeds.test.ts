import { redisCloudKey, redisCloudsOf } from "@shardwatch/core/redis-cloud/redis-cloud.keys";
import { memberKey } from "@shardwatch/core/organization/organization.keys";
import {
  deploymentDetailKey,
  deploymentOfKey,
  deploymentsOf,
  pulsesOf,
} from "@shardwatch/core/deployment/rows/deployment.keys";
import { agentKeysOf } from "@shardwatch/core/agent-key/agent-key.keys";
import { authenticate } from "@shardwatch/core/agent-key/agent-key";
import type { AgentActor } from "@shardwatch/core/access/actor";
import { byId } from "@shardwatch/core/account/account";
import type { Report } from "@shardwatch/core/contract/report/report";
import { shortestInterval } from "@shardwatch/core/report/report";
import { remove } from "@shardwatch/core/deployment/lifecycle/remove";
import { Secret } from "@shardwatch/core/kit/secret";
import { accept } from "@shardwatch/core/invitation/accept";
import { record } from "@shardwatch/core/report/report";
import type { Table } from "@shardwatch/core/table/table";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptances } from "../support/acceptances.ts";
import { chanceOf } from "../support/chance.ts";
import { type Cloud, keysOf, startCloud } from "../support/redis-cloud.ts";
import { slotFrom, slotStart } from "../support/slots.ts";
import { reported, reportOf } from "../support/reports.ts";
import { unreliable } from "../support/unreliable.ts";
import { actorFor, rowsOfOrganization, scopeOf } from "../support/scope.ts";
import { call, type Person, signInAgain, startWorld, type World } from "../support/world.ts";
import { seedCount } from "../support/seeds.ts";

/** Seeds that have found a defect: each is played at every run. */
const found: readonly number[] = [];
/** `npm run prove` plays a thousand, starting at a random one. `SEED=7 SEEDS=1` replays one. */
const count = seedCount({ few: 3, many: 15 });
const first = Number(process.env["SEED"] ?? 1);
const seeds = [...found, ...Array.from({ length: count }, (_, index) => first + index)];
const minute = 60_000;

let cloud: Cloud;
let world: World;
/** The source of ids and secrets; the same for the same seed. */
let idsFrom = chanceOf(0);

beforeAll(async () => {
  cloud = await startCloud();
  await cloud.control({ flexible: 2, databases: 1, fixed: 1 });
  const bytes = (length: number) => Uint8Array.from({ length }, () => idsFrom() * 256);
  world = await startWorld({ accounts: { "redis-cloud": cloud.api }, random: { bytes } });
});
afterAll(async () => {
  await world.stop();
  await cloud.stop();
});

/** A person with agents and a Redis Cloud account who is invited elsewhere, and all acts that can happen. */
async function stage(account: number) {
  const { host, mover, colleague, keys, id } = await acceptances(world).furnish();
  const connected = await call(world, "POST", "/redis-cloud", { as: mover, body: keysOf(account) });
  const integration = ((await connected.json()) as { id: string }).id;
  const sent: Report[] = [];
  const secret = new Secret(keys[0].compositeKey);

  async function contextOf(table: Table, person = mover) {
    const actor = await actorFor(world, person);
    return { ...world.services, table, actor, requestId: "mix" };
  }

  async function deliver(table: Table, message: Report): Promise<void> {
    const actor = (await authenticate(world.services, secret)) as AgentActor;
    await record({ ...world.services, table, actor, requestId: "mix" }, message);
  }

  async function report(table: Table, chance: () => number): Promise<void> {
    const names = ["a", "b", "e", "f"].filter(() => chance() < 0.7);
    const next = reportOf(
      world,
      names.map((name) => reported(name, { name: `${name} ${chance()}` })),
      { slots: [slotFrom(slotStart(world, 1), names, 1)] },
    );
    if (names.length > 0) sent.push(next);
    if (names.length > 0) await deliver(table, next);
  }

  /** The same report again: the answer to the first was lost. */
  async function again(table: Table, chance: () => number): Promise<void> {
    const old = sent[Math.floor(chance() * sent.length)];
    if (old) await deliver(table, old);
  }

  async function removeOne(table: Table, chance: () => number): Promise<void> {
    const place = scopeOf({ organizationId: await placeOf(mover) });
    const rows = await world.services.table.queryAll(deploymentsOf(place));
    const row = rows[Math.floor(chance() * rows.length)];
    if (row) await remove(await contextOf(table), deploymentOfKey(row));
  }

  /** One round of the schedule, in which messages are lost or delivered twice. */
  async function round(table: Table, chance: () => number): Promise<void> {
    const services = { ...world.services, table };
    await tick(services, world.queue);
    for (let next = world.queue.take(); next; next = world.queue.take()) {
      const message = JSON.stringify(next.job);
      // Leave the integrations of earlier seeds unchanged.
      if (message.includes("syncIntegration") && !message.includes(integration)) continue;
      const times = chance() < 0.2 ? 0 : chance() < 0.3 ? 2 : 1;
      await Promise.all(Array.from({ length: times }, () => work(services, message)));
    }
  }

  const join = async (table: Table) => void (await accept(await contextOf(table), id, 2));
  const acts = [report, report, report, again, again, removeOne, round, round, join];
  return { host, mover, colleague, integration, sent, deliver, contextOf, round, join, acts };
}

const placeOf = async ({ accountId }: Person): Promise<string> =>
  (await byId(world.services, accountId))?.organizationId ?? "";

/** Invariants of an organization that hold after any sequence of acts. */
async function check(organization: string): Promise<string[]> {
  const scope = scopeOf({ organizationId: organization });
  const rows = await world.services.table.queryAll(rowsOfOrganization(organization));
  const ids = (prefix: string) =>
    rows.flatMap(({ sk }) => (sk.startsWith(prefix) ? [sk.split("#")[1] ?? ""] : []));
  const { prefix: summaries } = deploymentsOf(scope);
  const deployments = ids(summaries);
  const sources = new Set([...ids(agentKeysOf(scope).prefix), ...ids(redisCloudsOf(scope).prefix)]);
  const details = ids(deploymentDetailKey(scope, "").sk);
  expect(deployments, "a detail without deployment").toEqual(expect.arrayContaining(details));
  for (const source of ids(pulsesOf(scope).prefix))
    expect([...sources], "a pulse without source").toContain(source);
  // A trail may have no source: its report was refused, or its key is gone. Nobody reads it, and it expires.
  for (const { sk, ttl } of rows)
    if (sk.startsWith("TRAIL#")) expect(ttl, "a trail that stays").toEqual(expect.any(Number));
  for (const { sk, owner } of rows)
    if (sk.startsWith(summaries))
      expect([...sources], "a deployment without source").toContain(String(owner).split("#")[0]);
  return deployments;
}

// The order in which two concurrent acts reach the database is random: all else follows from the seed.
test.each(seeds)(
  "R15 whatever is lost, late, doubled, throttled or in conflict: one organization for an account, no orphans, counts agree, and nothing deleted comes back (SEED=%i SEEDS=1)",
  // Takes seconds on a busy machine. An act that a time limit interrupts would disturb the next seed.
  { timeout: 60_000 },
  async (seed) => {
    idsFrom = chanceOf(seed);
    const chance = chanceOf(seed + 0.5);
    const staged = await stage(seed % 1e6);
    const tableOf = unreliable(world);
    for (let step = 0; step < 10; step += 1) {
      world.clock.advance(chance() < 0.1 ? -2 * minute : Math.floor(chance() * 6 * minute));
      const some = [chance(), chance()].map((luck) => staged.acts[Math.floor(luck * staged.acts.length)]);
      const own = some.map(() => chanceOf(chance() * 2 ** 32));
      // An act that meets a fault gives up: its process crashed, or retries much later.
      await Promise.allSettled(
        some.map(async (act, index) => {
          const [luck = chance] = [own[index]];
          await act?.(tableOf(luck), luck);
        }),
      );
    }
    await recover(staged);
    const there = await checkPlaces(staged);
    await checkDeletions(staged, there);
  },
);

type Stage = Awaited<ReturnType<typeof stage>>;

/** Everything works again, and the schedule continues. */
async function recover({ round, join }: Stage): Promise<void> {
  const sound = world.services.table;
  world.clock.advance(10 * minute);
  await join(sound).catch(() => undefined);
  for (let rounds = 0; rounds < 3; rounds += 1) {
    await round(sound, () => 0.5);
    world.clock.advance(10 * minute);
  }
}

/** The mover is in one organization, with all their objects. Returns the ids of the deployments there. */
async function checkPlaces({ host, mover, colleague, integration }: Stage): Promise<string[]> {
  expect(await placeOf(mover)).toBe(host.organizationId);
  const places = [host.organizationId, await placeOf(colleague)];
  const { table } = world.services;
  const members = await Promise.all(
    places.map((organizationId) => table.get(memberKey(scopeOf({ organizationId }), mover.accountId))),
  );
  expect(members.map((row) => row !== undefined)).toEqual([true, false]);
  const [there = [], left = []] = await Promise.all(places.map((place) => check(place)));
  expect(there.filter((id) => left.includes(id))).toEqual([]);
  expect(await table.get(redisCloudKey(scopeOf(host), integration))).toBeDefined();
  const answer = await call(world, "GET", "/deployments", { as: await signInAgain(world, host) });
  const { deployments } = (await answer.json()) as { deployments: { id: string }[] };
  expect(deployments.map((one) => one.id).toSorted()).toEqual(there.toSorted());
  return there;
}

/** Deleted deployments stay deleted when any former report arrives late. */
async function checkDeletions({ host, sent, deliver, contextOf }: Stage, there: string[]): Promise<void> {
  const sound = world.services.table;
  for (const id of there) await remove(await contextOf(sound, host), id);
  for (const old of sent) {
    // A lost report may be newer than the stored one. It is stored now, so the next needs an interval.
    world.clock.advance(shortestInterval);
    await deliver(sound, old);
  }
  const back = await check(host.organizationId);
  expect(there.filter((id) => back.includes(id))).toEqual([]);
}
