import { authorityOfIntegration } from "@shardwatch/core/deployment/ingest/authority";
import { ingest } from "@shardwatch/core/deployment/ingest/ingest";
import { deploymentId, type Observation } from "@shardwatch/core/deployment/rows/observation";
import { incidentsOf, lookAt } from "../support/incidents.ts";
import { mostOwnRules } from "@shardwatch/core/contract/incident/rule-words";
import { rulesIn } from "../support/own-rules.ts";
import { scopeOf } from "../support/scope.ts";
import { type Person, signUp, startWorld, type World } from "../support/world.ts";
import { costOfCall, prices } from "./prices.ts";
import { type Figure, median } from "./table.ts";

const minute = 60_000;
const passesPerMonth = 30 * 24 * 60;
/** How many incidents an organization of a thousand deployments has in a month. */
const incidentsPerMonth = 60;
/** The sources are read in every fifth pass, so ten passes are a fair mean. */
const passes = 10;

/** What one piece of work costs. */
interface Work {
  readUnits: number;
  writeUnits: number;
  ms: number;
  dollars: number;
}

/** INC10: dollars a month for watching, and how long a pass over many deployments takes. */
export async function watching(): Promise<Figure[]> {
  return [
    await monthly(10),
    await monthly(1),
    await monthly(10, mostOwnRules),
    ...(await largePass(20_000, 100, 0)),
    ...(await largePass(10_000, 100, 0, mostOwnRules)),
    ...(await largePass(20_000, 100, 10_000)),
  ];
}

async function monthly(perAgent: number, rules = 0): Promise<Figure> {
  const world = await startWorld();
  try {
    const person = await signUp(world);
    await addRules(world, person, rules);
    const begin = () => report(world, person, 1_000, perAgent);
    const steady = await passesOf(world, person, begin);
    const incident = await incidentOf(world, person, begin, perAgent);
    const parts = {
      passes: steady.dollars * passesPerMonth,
      incidents: incident.dollars * incidentsPerMonth,
    };
    const text = Object.entries(parts).map(([name, dollars]) => `${name} ${dollars.toFixed(3)}`);
    return {
      metric: `INC10 $ for watching 1,000 deployments a month, ${perAgent} for each agent${andRules(rules)}`,
      reference: "none",
      ours: `${text.join(", ")}; ${steady.readUnits.toFixed(1)} read units and ${steady.ms.toFixed(0)} ms a pass`,
      ratio: Object.values(parts).reduce((sum, each) => sum + each, 0),
      goal: 0.35,
    };
  } finally {
    await world.stop();
  }
}

/** The mean of passes that find nothing new. The first ones write, and warm up the compiler. */
async function passesOf(world: World, person: Person, reportAll: () => Promise<void>): Promise<Work> {
  const all: Work[] = [];
  for (let round = -passes; round < passes; round += 1) {
    world.clock.advance(minute);
    if (round % 4 === 0) await reportAll();
    const work = await cost(world, () => lookAt(world, person));
    if (round >= 0) all.push(work);
  }
  if (all.some(({ writeUnits }) => writeUnits > 0)) throw new Error("a pass without news has written");
  const mean = (key: keyof Work) => all.reduce((sum, work) => sum + work[key], 0) / all.length;
  return { readUnits: mean("readUnits"), writeUnits: 0, ms: mean("ms"), dollars: mean("dollars") };
}

/** What a deployment that is unreachable for six minutes costs beyond the passes. */
async function incidentOf(
  world: World,
  person: Person,
  reportAll: () => Promise<void>,
  perAgent: number,
): Promise<Work> {
  const sum: Work = { readUnits: 0, writeUnits: 0, ms: 0, dollars: 0 };
  let opened = false;
  for (let round = 0; round < 12; round += 1) {
    world.clock.advance(minute);
    if (round % 4 === 0) await reportAll();
    if (round < 6) await report(world, person, perAgent, perAgent, "unreachable");
    else if (round === 6) await reportAll();
    const work = await cost(world, () => lookAt(world, person));
    if (work.writeUnits > 0) for (const key of ["writeUnits", "dollars"] as const) sum[key] += work[key];
    opened ||= (await incidentsOf(world, person)).length > 0;
  }
  if (!opened || (await incidentsOf(world, person)).length > 0)
    throw new Error("the incident did not open and end");
  return sum;
}

async function cost(world: World, work: () => Promise<unknown>): Promise<Work> {
  world.recorder.clear();
  const begun = performance.now();
  await work();
  const ms = performance.now() - begun;
  const { sent } = world.recorder;
  const units = (kind: "readUnits" | "writeUnits") => sent.reduce((sum, one) => sum + one[kind], 0);
  const [readUnits, writeUnits] = [units("readUnits"), units("writeUnits")];
  const dollars =
    readUnits * prices.dynamoReadUnit +
    writeUnits * prices.dynamoWriteUnit +
    costOfCall(ms, world.recorder.sequentialRoundTrips()) +
    // A message is sent, received and deleted.
    3 * prices.queueRequest;
  return { readUnits, writeUnits, ms, dollars };
}

/** A pass over a large organization, of which some deployments become unreachable at once. */
async function largePass(
  deployments: number,
  perAgent: number,
  changed: number,
  rules = 0,
): Promise<Figure[]> {
  const world = await startWorld();
  try {
    const person = await signUp(world);
    await addRules(world, person, rules);
    await report(world, person, deployments, perAgent);
    await lookAt(world, person);
    const all: Work[] = [];
    for (let round = 0; round < 5; round += 1) {
      world.clock.advance(minute);
      if (changed > 0 && round === 0) await report(world, person, changed, perAgent, "unreachable");
      all.push(await cost(world, () => lookAt(world, person)));
    }
    const opened = await incidentsOf(world, person);
    if (changed > 0 && opened.length === 0) throw new Error("nothing has opened");
    const [most, units] = [
      changed > 0 ? Math.max(...all.map(({ ms }) => ms)) : median(all.map(({ ms }) => ms)),
      median(all.map(({ readUnits }) => readUnits)),
    ];
    const what = `${changed > 0 ? `, ${changed} unreachable at once` : ""}${andRules(rules)}`;
    return [
      {
        metric: `a pass over ${deployments} deployments${what}, ms`,
        reference: "",
        ours: `${units.toFixed(0)} read units; at most ${Math.max(...all.map(({ writeUnits }) => writeUnits))} write units; ${opened.length} incidents`,
        ratio: most,
        goal: changed > 0 ? 10_000 : 2_000,
      },
    ];
  } finally {
    await world.stop();
  }
}

const andRules = (rules: number) => (rules > 0 ? `, ${rules} own rules` : "");

/** Rules of a usual length that find nothing. Every second one asks about a part of the fleet. */
async function addRules(world: World, person: Person, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1)
    await rulesIn(world).addRule(person, {
      name: `Stores of team ${index} fill up`,
      scope: index % 2 === 0 ? "" : "source:agent region:-us-west-2",
      when: `util>${95 + (index % 5)} policy:noeviction`,
      worse: "util>99.5",
      advice: "Ask the team whose store it is, and see the page about limits first.",
    });
}

/** A report of every agent. */
async function report(
  world: World,
  person: Person,
  deployments: number,
  perAgent: number,
  status = "active",
): Promise<void> {
  const organization = scopeOf(person);
  const measuredAt = world.clock.now();
  const authority = authorityOfIntegration(person.accountId);
  for (let agent = 0; agent * perAgent < deployments; agent += 1) {
    const source = { kind: "agent", id: `key_${agent}`, instance: "agent00000000001" } as const;
    const observations = Array.from({ length: perAgent }, (_, index) =>
      observed(deploymentId(organization, "agent", `${agent}.${index}`), `${agent}.${index}`, status),
    );
    await ingest(world.services, { organization, source, measuredAt, observations, authority });
  }
}

const observed = (id: string, name: string, status: string): Observation => ({
  id,
  name: `production cache ${name}`,
  type: "STANDALONE",
  status,
  statusMessage: null,
  databases: [
    {
      id: "0",
      name: null,
      status: "active",
      version: "8.0.1",
      memoryUsed: String(100_000_000_000 + Math.floor(Math.random() * 400_000_000_000)),
      memoryLimit: "1000000000000",
      tlsEnabled: true,
    },
  ],
  license: null,
  cloudSubscription: null,
  enterpriseAdminUrl: null,
});
