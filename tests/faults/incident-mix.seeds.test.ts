import { createPublicPost } from "@shardwatch/core/adapters/http/public-post";
import { dueDeliveries } from "@shardwatch/core/channel/delivery/due";
import { membersId } from "@shardwatch/core/channel/rows/channel.keys";
import { notificationsOf } from "@shardwatch/core/notification/notification.keys";
import type { Mailer } from "@shardwatch/core/ports/mailer";
import { expect, test } from "vitest";
import { chanceOf } from "../support/chance.ts";
import { queuedFor } from "../support/channels.ts";
import { addWebhook, deliverDue, handOver } from "../support/deliveries.ts";
import { hook } from "../support/hook.ts";
import { alertRowsOf, incidentsOf, lookAt } from "../support/incidents.ts";
import { startPlainReceiver } from "../support/receivers.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { unreliable } from "../support/unreliable.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, type Person, signUp } from "../support/world.ts";
import { seedCount } from "../support/seeds.ts";
import { patientPost } from "../support/patience.ts";

/** `npm run prove` plays a thousand, starting at a random one. `SEED=7 SEEDS=1` replays one. */
const count = seedCount({ few: 1, many: 4 });
const first = Number(process.env["SEED"] ?? 1);
const seeds = Array.from({ length: count }, (_, index) => first + index);
const minute = 60_000;
/** How long faults happen, and how long there are none afterwards, in minutes. What flaps needs an hour to end. */
const [disturbed, undisturbed] = [40, 75];

const receiver = hook();
const { port } = await startPlainReceiver(receiver.listener);
const origin = `http://127.0.0.1:${port}`;
const webhooks = createPublicPost({
  version: "test",
  ownDomains: [],
  letThrough: [origin],
  deadlines: patientPost,
});
/** Mails are no part of it. */
const mailer: Mailer = { send: () => Promise.resolve({ outcome: "sent", milliseconds: 1 }) };
const world = await worldOfFile({ webhooks, mailer });

type Chance = () => number;

/** Never, once, or several times at a time. */
const timesBy = (chance: Chance) => (chance() < 0.15 ? 0 : chance() < 0.4 ? 3 : 1);

/** An organization with agents that die and come back, and a webhook whose receiver fails now and then. */
async function stage(chance: Chance) {
  const person = await signUp(world);
  const { id: channel } = await addWebhook(world, person, `${origin}/hook`);
  const { compositeKey: key } = await createKey(world, person);
  const tables = unreliable(world);
  const table = () => tables(chanceOf(Math.floor(chance() * 2 ** 31)));
  const agents = ["one", "two"].map((name) => ({ name, isDead: false }));

  async function report(): Promise<void> {
    for (const { name, isDead } of agents) {
      if (isDead) continue;
      const agent = { agent: { id: name.padEnd(16, "0"), name, version: "1.0.0" } };
      const deployments = [reported(`${name}-a`), reported(`${name}-b`)];
      expect((await send(world, key, reportOf(world, deployments, agent))).status).toBe(202);
    }
  }

  /** Passes of this minute, of which some are late messages about the ones before. */
  async function pass(): Promise<void> {
    const passes = Array.from({ length: timesBy(chance) }, async () => {
      const late = chance() < 0.3 ? Math.floor(chance() * 3) * minute : 0;
      await lookAt(world, person, { time: world.clock.now() - late, table: table() });
    });
    await Promise.allSettled(passes);
  }

  async function sendDue(): Promise<void> {
    const jobs = await dueDeliveries(world.services);
    const all = jobs.flatMap((job) => Array.from({ length: timesBy(chance) }, () => job));
    await Promise.allSettled(all.map((job) => handOver({ ...world.services, table: table() }, job)));
  }

  return { person, channel, agents, report, pass, sendDue };
}

/** Every minute something fails, and then nothing does until every message is sent. */
async function play(chance: Chance) {
  const { person, channel, agents, report, pass, sendDue } = await stage(chance);
  for (let passed = 0; passed < disturbed; passed += 1) {
    world.clock.advance(minute);
    for (const agent of agents) if (chance() < 0.12) agent.isDead = !agent.isDead;
    receiver.answer(chance() < 0.2 ? 500 : 200);
    if (passed % 2 === 0) await report();
    await pass();
    await sendDue();
  }
  receiver.answer(200);
  for (const agent of agents) agent.isDead = false;
  for (let passed = 0; passed < undisturbed; passed += 1) {
    world.clock.advance(minute);
    if (passed % 2 === 0) await report();
    await lookAt(world, person);
    await deliverDue(world);
  }
  // No attempt waits longer than a day. A channel that failed for an hour has an incident until one succeeds.
  for (let passed = 0; passed < 30; passed += 1) {
    world.clock.advance(60 * minute);
    await report();
    await lookAt(world, person);
    await deliverDue(world);
  }
  return { person, channel };
}

/** What must hold afterwards, whatever has failed. */
async function check(person: Person, channel: string): Promise<void> {
  expect(await incidentsOf(world, person)).toEqual([]);
  const past = await incidentsOf(world, person, "past");
  const rows = await alertRowsOf(world, person);
  expect(rows.filter(({ sk }) => /^ALERT#(OPEN|STATE)#/.test(sk))).toEqual([]);
  const deliveries = await queuedFor(world, person, channel);
  expect(deliveries.filter(({ state }) => state !== "sent")).toEqual([]);
  const byIncident = Map.groupBy(deliveries, ({ incidentId }) => incidentId);
  byIncident.delete(undefined);
  for (const [id, own] of byIncident) {
    const types = own.map(({ type }) => type);
    expect(types[0], id).toBe("incident.opened");
    expect(
      types.filter((type) => type === "incident.opened"),
      id,
    ).toHaveLength(1);
    expect(
      types.filter((type) => type === "incident.resolved"),
      id,
    ).toHaveLength(1);
    expect(types.at(-1), id).toBe("incident.resolved");
    const sequences = own.map(({ sequence }) => sequence);
    expect(new Set(sequences).size, id).toBe(sequences.length);
    expect(past.map((incident) => incident.id)).toContain(id);
  }
  const news = await queuedFor(world, person, membersId);
  expect(news.filter(({ state }) => state !== "sent")).toEqual([]);
  expect(await world.services.table.queryAll(notificationsOf(person.accountId))).toHaveLength(news.length);
  expect(new Set(receiver.got.map(({ headers }) => headers["webhook-id"])).size).toBe(deliveries.length);
}

test(
  "R15 INC07 with lost and doubled passes, late messages, failing storage and a failing receiver, each incident has one begin and one end",
  { timeout: 60_000 + 20_000 * count },
  async () => {
    let incidents = 0;
    for (const seed of seeds) {
      receiver.got.length = 0;
      const { person, channel } = await play(chanceOf(seed));
      try {
        await check(person, channel);
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
      incidents += (await incidentsOf(world, person, "past")).length;
    }
    expect(incidents).toBeGreaterThan(count);
  },
);
