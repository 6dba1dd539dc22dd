import { takeCensus } from "@shardwatch/core/census/census";
import { beginOfHour } from "@shardwatch/core/census/hours";
import type { Spark } from "@shardwatch/core/census/spark";
import { sparksRows } from "@shardwatch/core/census/sparks.table";
import { authorityOfIntegration } from "@shardwatch/core/deployment/ingest/authority";
import { ingest } from "@shardwatch/core/deployment/ingest/ingest";
import { deploymentId, type Observation } from "@shardwatch/core/deployment/rows/observation";
import { slotAt } from "@shardwatch/core/history/slots";
import { storeSlots } from "@shardwatch/core/history/store";
import { censusRowsOf } from "../support/census.ts";
import { scopeOf } from "../support/scope.ts";
import { type Person, signUp, startWorld, type World } from "../support/world.ts";
import { costOfCall, prices } from "./prices.ts";
import type { Figure } from "./table.ts";

const hour = 3_600_000;
const hoursPerMonth = 30 * 24;
/** DynamoDB adds these to each stored row. */
const rowBytes = 100;
/** How many days the lists and totals are kept. */
const daysKept = 400;
const slotMinutes = 5 * 60_000;

/** What the censuses of a month cost, in dollars, and one of them in units. */
interface CensusCost {
  dollars: number;
  readUnits: number;
  writeUnits: number;
}

/** The cost of censuses for 1, 1,000 and 10,000 deployments. P12 has the share of a thousand. */
export async function census(): Promise<Figure[]> {
  const fleets: [deployments: number, perAgent: number, goal: number][] = [
    [1, 1, 0.01],
    [1_000, 10, 0.05],
    [1_000, 1, 0.1],
    [10_000, 10, 0.5],
  ];
  const figures: Figure[] = [];
  for (const [deployments, perAgent, goal] of fleets) {
    const { dollars, readUnits, writeUnits } = await costOfCensus(deployments, perAgent);
    figures.push({
      metric: `censuses of ${deployments} deployments, $ a month, ${perAgent} for each agent`,
      reference: "none",
      ours: `${readUnits} read and ${writeUnits} write units each`,
      ratio: dollars,
      goal,
    });
  }
  return figures;
}

/** Measures a census of an organization with a day of sparklines, and the one that also keeps the list of a day. */
export async function costOfCensus(deployments: number, perAgent: number): Promise<CensusCost> {
  const world = await startWorld();
  try {
    const person = await signUp(world);
    world.clock.time = Math.ceil(world.clock.time / (24 * hour)) * 24 * hour + 10 * 60_000;
    await report(world, person, deployments, perAgent);
    const daily = await measure(world, person);
    world.clock.advance(2 * hour);
    await report(world, person, deployments, perAgent);
    const hourly = await measure(world, person);
    const stored = (await bytesPerDay(world, person)) * daysKept;
    const once = (one: typeof hourly) =>
      one.readUnits * prices.dynamoReadUnit + one.writeUnits * prices.dynamoWriteUnit + one.call;
    const dollars = once(hourly) * hoursPerMonth + (once(daily) - once(hourly)) * 30;
    return {
      dollars: dollars + (stored / 1e9) * prices.storedGigabyte,
      readUnits: hourly.readUnits,
      writeUnits: hourly.writeUnits,
    };
  } finally {
    await world.stop();
  }
}

/** Agents with deployments of one database, each with its last slot. */
async function report(world: World, person: Person, deployments: number, perAgent: number): Promise<void> {
  const organization = scopeOf(person);
  const measuredAt = world.clock.now();
  for (let agent = 0; agent * perAgent < deployments; agent += 1) {
    const source = { kind: "agent", id: `key_${agent}`, instance: "agent00000000001" } as const;
    const observations = Array.from({ length: perAgent }, (_, index) =>
      observed(
        deploymentId(organization, "agent", `${agent}.${index}`),
        `production cache ${agent}.${index}`,
      ),
    );
    const authority = authorityOfIntegration(person.accountId);
    await ingest(world.services, { organization, source, measuredAt, observations, authority });
    const slots = observations.map(({ id }) => ({ id, status: "active", databases: busy() }));
    await storeSlots(world.services, organization, source, [
      { slot: slotAt(measuredAt - slotMinutes), deployments: slots },
    ]);
  }
}

const some = (most: number) => Math.random() * most;

const busy = () => ({
  ids: ["0"],
  used: [some(1e12)],
  limit: [1e12],
  ops: [some(1e5)],
  clients: [some(1e4)],
  hits: [some(1e5)],
  misses: [some(1e4)],
  evicted: [some(1e3)],
  keys: [some(1e8)],
  expiring: [some(1e8)],
});

const observed = (id: string, name: string): Observation => ({
  id,
  name,
  type: "STANDALONE",
  status: "active",
  statusMessage: null,
  databases: [
    {
      id: "0",
      name: null,
      status: "active",
      version: "8.0.1",
      memoryUsed: String(Math.floor(some(1e12))),
      memoryLimit: "1000000000000",
      tlsEnabled: true,
    },
  ],
  license: null,
  cloudSubscription: null,
  enterpriseAdminUrl: null,
});

async function measure(world: World, person: Person) {
  const { table } = world.services;
  const organization = scopeOf(person);
  const list = await table.queryAll({ pk: `ORG#${organization}`, prefix: "DEP#" });
  // The sparklines of a day in which memory goes up and down by a few percent an hour.
  const sparks = new Map(list.map(({ sk }): [string, Spark] => [sk.slice("DEP#".length), wandering()]));
  for (const row of sparksRows(organization, beginOfHour(world.clock.now()) - hour, sparks))
    await table.put(row);
  world.recorder.clear();
  const begun = performance.now();
  await takeCensus(world.services, person.organizationId);
  const ms = performance.now() - begun;
  const { sent } = world.recorder;
  const units = (kind: "readUnits" | "writeUnits") => sent.reduce((sum, one) => sum + one[kind], 0);
  return {
    readUnits: units("readUnits"),
    writeUnits: units("writeUnits"),
    // A message is sent and deleted; the second one of the hour finds that all is done.
    call: 2 * (costOfCall(ms, world.recorder.sequentialRoundTrips()) + 2 * prices.queueRequest),
  };
}

function wandering(): Spark {
  let level = some(61);
  const values = Array.from({ length: 24 }, () => {
    level = Math.min(61, Math.max(0, level + some(6) - 3));
    return Math.round(level);
  });
  return { limited: true, values };
}

async function bytesPerDay(world: World, person: Person): Promise<number> {
  const rows = (await censusRowsOf(world, person)).filter(({ sk }) => !sk.startsWith("SPARKS#"));
  const bytes = rows.map((row) =>
    Object.values(row).reduce<number>(
      (sum, value) => sum + (value instanceof Uint8Array ? value.length : 0),
      rowBytes,
    ),
  );
  // The totals of a day are those of 24 hours, of which two are there.
  return bytes.reduce((sum, each) => sum + each, 0) + 24 * 60;
}
