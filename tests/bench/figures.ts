import { authorityOfIntegration } from "@shardwatch/core/deployment/ingest/authority";
import { ingest } from "@shardwatch/core/deployment/ingest/ingest";
import { list } from "@shardwatch/core/deployment/read/list";
import { deploymentId, type Observation } from "@shardwatch/core/deployment/rows/observation";
import { figureReader } from "@shardwatch/core/history/newest/figures";
import { slotAt } from "@shardwatch/core/history/slots";
import { storeSlots } from "@shardwatch/core/history/store";
import { actorFor, scopeOf } from "../support/scope.ts";
import { type Person, signUp, startWorld, type World } from "../support/world.ts";
import { unitsOf } from "./past-fleet.ts";
import { prices } from "./prices.ts";
import type { Figure } from "./table.ts";

const minute = 60_000;
const deployments = 10_000;
const slotsOfMonth = 30 * 24 * 12;

/**
 * RUL02: what a look at the five-minute figures of 10,000 deployments costs. The first one after a slot stores them for
 * the next ones. And what that costs in a month when somebody looks all the time.
 */
export async function figures(): Promise<Figure[]> {
  return [...(await readings(10)), ...(await readings(1))];
}

async function readings(perAgent: number): Promise<Figure[]> {
  const world = await startWorld();
  try {
    const person = await signUp(world);
    await report(world, person, perAgent);
    const without = await measure(world, person, false);
    const first = await measure(world, person, true);
    world.clock.advance(5 * minute);
    await report(world, person, perAgent);
    const second = await measure(world, person, true);
    const next = await measure(world, person, true);
    const monthly =
      ((second.read - next.read) * prices.dynamoReadUnit + second.write * prices.dynamoWriteUnit) *
      slotsOfMonth;
    const text = (name: string, one: Look) =>
      `${name} ${(one.read - without.read).toFixed(0)} RCU ${one.write.toFixed(0)} WCU ${one.ms.toFixed(0)} ms`;
    return [
      {
        metric: `RUL02 figures of ${deployments} deployments, ${perAgent} for each agent: RCU of a look beyond the list`,
        reference: `the list alone ${without.read.toFixed(0)} RCU ${without.ms.toFixed(0)} ms`,
        ours: [text("first", first), text("after a slot", second), text("next", next)].join("; "),
        ratio: next.read - without.read,
        goal: 100,
      },
      {
        metric: `RUL02 $ a month for 1,000 deployments that somebody looks at all the time, ${perAgent} for each agent`,
        reference:
          "a row of each agent, written by its reports: " +
          ((slotsOfMonth * 1_000 * prices.dynamoWriteUnit) / perAgent).toFixed(2),
        ours: "gathering after each slot",
        ratio: (monthly * 1_000) / deployments,
        goal: 1,
      },
    ];
  } finally {
    await world.stop();
  }
}

interface Look {
  read: number;
  write: number;
  ms: number;
}

async function measure(world: World, person: Person, withFigures: boolean): Promise<Look> {
  const ctx = { ...world.services, actor: await actorFor(world, person), requestId: "bench" };
  world.recorder.clear();
  const begun = performance.now();
  const limit = 20_000;
  const asked = withFigures ? { joins: { figures: figureReader } } : {};
  let cursor: string | undefined;
  let found = 0;
  do {
    const page = await list(ctx, { limit, cursor, ...asked });
    found += page.items.filter((text) => !withFigures || text.includes('"figures":')).length;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  if (found !== deployments) throw new Error(`${found} of ${deployments} have what was asked for`);
  return { ...unitsOf(world), ms: performance.now() - begun };
}

/** A report of every agent with the slot that is over, two minutes after it. */
async function report(world: World, person: Person, perAgent: number): Promise<void> {
  world.clock.time = Math.ceil(world.clock.time / (5 * minute)) * 5 * minute + 2 * minute;
  const organization = scopeOf(person);
  const measuredAt = world.clock.now();
  const authority = authorityOfIntegration(person.accountId);
  for (let agent = 0; agent * perAgent < deployments; agent += 1) {
    const source = { kind: "agent", id: `key_${agent}`, instance: "agent00000000001" } as const;
    const observations = Array.from({ length: perAgent }, (_, index) =>
      observed(organization, `${agent}.${index}`),
    );
    await ingest(world.services, { organization, source, measuredAt, observations, authority });
    await storeSlots(world.services, organization, source, [
      {
        slot: slotAt(measuredAt) - 1,
        deployments: observations.map(({ id }) => ({ id, status: "active", databases: measured() })),
      },
    ]);
  }
}

const some = (most: number) => [Math.round(Math.random() * most)];

const measured = () => ({
  ids: ["0"],
  used: some(1e11),
  limit: [1e12],
  ops: some(100_000),
  clients: some(5_000),
  hits: some(50_000),
  misses: some(10_000),
  evicted: [0],
  keys: some(1e7),
  expiring: some(1e6),
  expired: some(100),
  fragmentation: [1 + Math.random()],
  lagBytes: [null],
  lagSeconds: [null],
});

const observed = (organization: string, key: string): Observation => ({
  id: deploymentId(organization, "agent", key),
  name: `production cache ${key}`,
  type: "STANDALONE",
  status: "active",
  statusMessage: null,
  databases: [
    {
      id: "0",
      name: null,
      status: "active",
      version: "8.0.1",
      memoryUsed: "100000000000",
      memoryLimit: "1000000000000",
      tlsEnabled: true,
    },
  ],
  license: null,
  cloudSubscription: null,
  enterpriseAdminUrl: null,
});
