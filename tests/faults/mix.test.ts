import { authenticate } from "@shardwatch/core/access-key/access-key";
import type { AgentActor } from "@shardwatch/core/access/actor";
import { actorOf, byId } from "@shardwatch/core/account/account";
import type { Report } from "@shardwatch/core/contract/report";
import { remove } from "@shardwatch/core/deployment/remove";
import { Secret } from "@shardwatch/core/kit/secret";
import { accept } from "@shardwatch/core/membership/accept";
import { record } from "@shardwatch/core/report/report";
import type { Row, Table } from "@shardwatch/core/table/table";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acceptances } from "../support/acceptances.ts";
import { type Cloud, keysOf, startCloud } from "../support/redis-cloud.ts";
import { reported, reportOf } from "../support/reports.ts";
import { unreliable } from "../support/unreliable.ts";
import { call, type Person, signInAgain, startWorld, type World } from "../support/world.ts";

const seeds = Number(process.env["SEEDS"] ?? 3);
const first = Number(process.env["SEED"] ?? Math.floor(Math.random() * 1e9));
const minute = 60_000;

let cloud: Cloud;
let world: World;

beforeAll(async () => {
  cloud = await startCloud(5_000);
  await cloud.control({ flexible: 2, databases: 1, fixed: 1 });
  world = await startWorld({ redisCloud: cloud.api });
});
afterAll(async () => {
  await world.stop();
  await cloud.stop();
});

/** Numbers from 0 to 1, the same for the same seed: https://en.wikipedia.org/wiki/Xorshift */
function chanceOf(seed: number): () => number {
  let state = seed | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Somebody with agents and a Redis Cloud account who is invited elsewhere, and what can happen to all that. */
async function stage(account: number) {
  const { host, mover, colleague, keys, id } = await acceptances(world).furnish();
  const connected = await call(world, "POST", "/redis-cloud", { as: mover, body: keysOf(account) });
  const integration = ((await connected.json()) as { id: string }).id;
  const sent: Report[] = [];
  const secret = new Secret(keys[0].compositeKey);

  async function contextOf(table: Table, person = mover) {
    const actor = actorOf({ ...(await byId(world.house, person.accountId)) });
    return { ...world.house, table, actor, requestId: "mix" };
  }

  async function deliver(table: Table, message: Report): Promise<void> {
    const actor = (await authenticate(world.house, secret)) as AgentActor;
    await record({ ...world.house, table, actor, requestId: "mix" }, message);
  }

  async function report(table: Table, chance: () => number): Promise<void> {
    const names = ["a", "b", "e", "f"].filter(() => chance() < 0.7);
    const next = reportOf(
      world,
      names.map((name) => reported(name, { name: `${name} ${chance()}` })),
    );
    if (names.length > 0) sent.push(next);
    if (names.length > 0) await deliver(table, next);
  }

  /** The same report once more: the answer to the first was lost. */
  async function again(table: Table, chance: () => number): Promise<void> {
    const old = sent[Math.floor(chance() * sent.length)];
    if (old) await deliver(table, old);
  }

  async function removeOne(table: Table, chance: () => number): Promise<void> {
    const rows = await rowsOf(await placeOf(mover), "DEP#");
    const row = rows[Math.floor(chance() * rows.length)];
    if (row) await remove(await contextOf(table), String(row["sk"]).slice("DEP#".length));
  }

  /** One round of the schedule, in which messages get lost and come twice. */
  async function round(table: Table, chance: () => number): Promise<void> {
    const house = { ...world.house, table };
    await tick(house, world.queue);
    for (let next = world.queue.take(); next; next = world.queue.take()) {
      const message = JSON.stringify(next.job);
      // Those of earlier seeds are as they should be.
      if (message.includes("syncRedisCloud") && !message.includes(integration)) continue;
      const times = chance() < 0.2 ? 0 : chance() < 0.3 ? 2 : 1;
      await Promise.all(Array.from({ length: times }, () => work(house, message)));
    }
  }

  const join = async (table: Table) => void (await accept(await contextOf(table), id, 2));
  const acts = [report, report, report, again, again, removeOne, round, round, join];
  return { host, mover, colleague, integration, sent, deliver, contextOf, round, join, acts };
}

const rowsOf = async (organization: string, prefix: string): Promise<Row[]> =>
  await world.house.table.queryAll({ pk: `ORG#${organization}`, prefix });

const placeOf = async ({ accountId }: Person): Promise<string> =>
  (await byId(world.house, accountId))?.organizationId ?? "";

/** What must hold in an organization whatever has happened. */
async function check(organization: string, where: string): Promise<string[]> {
  const rows = await rowsOf(organization, "");
  const ids = (kind: string) =>
    rows.flatMap(({ sk }) => (String(sk).startsWith(`${kind}#`) ? [String(sk).split("#")[1] ?? ""] : []));
  const deployments = ids("DEP");
  const sources = new Set([...ids("KEY"), ...ids("CLOUD")]);
  expect(deployments, `${where}: a detail without deployment`).toEqual(expect.arrayContaining(ids("DETAIL")));
  for (const source of ids("PULSE"))
    expect([...sources], `${where}: a pulse without source`).toContain(source);
  for (const { sk, owner } of rows)
    if (String(sk).startsWith("DEP#"))
      expect([...sources], `${where}: a deployment without source`).toContain(String(owner).split("#")[0]);
  return deployments;
}

test(
  "R15 whatever is lost, late, doubled, throttled or in conflict: one organization for an account, no orphans, counts agree, and nothing deleted comes back",
  { timeout: 20_000 * seeds },
  async () => {
    for (let seed = first; seed < first + seeds; seed += 1) {
      const where = `SEED=${seed} SEEDS=1`;
      const chance = chanceOf(seed);
      const { host, mover, colleague, integration, sent, deliver, contextOf, round, join, acts } =
        await stage(seed % 1e6);
      const table = unreliable(world, chance);
      for (let step = 0; step < 10; step += 1) {
        world.clock.advance(chance() < 0.1 ? -2 * minute : Math.floor(chance() * 6 * minute));
        const some = [chance(), chance()].map((luck) => acts[Math.floor(luck * acts.length)]);
        // Whoever meets a fault gives up: the process is gone, or tries again much later.
        await Promise.allSettled(some.map(async (act) => act?.(table, chance)));
      }
      // Everything works again, and the schedule goes on.
      const sound = world.house.table;
      world.clock.advance(10 * minute);
      await join(sound).catch(() => undefined);
      for (let rounds = 0; rounds < 3; rounds += 1) {
        await round(sound, () => 0.5);
        world.clock.advance(10 * minute);
      }
      expect(await placeOf(mover), where).toBe(host.organizationId);
      const places = [host.organizationId, await placeOf(colleague)];
      const members = await Promise.all(places.map((place) => rowsOf(place, `MEMBER#${mover.accountId}`)));
      expect(
        members.map(({ length }) => length),
        where,
      ).toEqual([1, 0]);
      const [there = [], left = []] = await Promise.all(places.map((place) => check(place, where)));
      expect(
        there.filter((id) => left.includes(id)),
        where,
      ).toEqual([]);
      expect((await rowsOf(host.organizationId, `CLOUD#${integration}`)).length, where).toBe(1);
      const answer = await call(world, "GET", "/deployments", { as: await signInAgain(world, host) });
      const { deployments } = (await answer.json()) as { deployments: { id: string }[] };
      expect(deployments.map((one) => one.id).toSorted(), where).toEqual(there.toSorted());

      for (const id of there) await remove(await contextOf(sound, host), id);
      for (const old of sent) await deliver(sound, old);
      const back = await check(host.organizationId, where);
      expect(
        there.filter((id) => back.includes(id)),
        where,
      ).toEqual([]);
    }
  },
);
