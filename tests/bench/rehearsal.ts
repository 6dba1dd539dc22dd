import { writesOfDay } from "@shardwatch/core/census/past-writes";
import { ruleInput } from "@shardwatch/core/contract/incident/own-rule";
import { mostRehearsed } from "@shardwatch/core/contract/incident/rehearsal-words";
import { authorityOfIntegration } from "@shardwatch/core/deployment/ingest/authority";
import { ingest } from "@shardwatch/core/deployment/ingest/ingest";
import { watchFleet } from "@shardwatch/core/deployment/fleet/watch";
import { wholeList } from "@shardwatch/core/deployment/read/whole-list";
import { deploymentId, type Observation } from "@shardwatch/core/deployment/rows/observation";
import { pastWrites } from "@shardwatch/core/history/fold/past-writes";
import { storeTrails, trailsOf } from "@shardwatch/core/history/store";
import { ruleEvenings } from "@shardwatch/core/incident/rehearsal/evenings";
import { previewRule } from "@shardwatch/core/incident/rehearsal/preview";
import { rehearse } from "@shardwatch/core/incident/rehearsal/rehearse";
import { inBatches } from "@shardwatch/core/kit/in-batches";
import { createTable } from "@shardwatch/core/table/table";
import { actorFor, scopeOf } from "../support/scope.ts";
import { type Person, signUp, startWorld, type World } from "../support/world.ts";
import type { Figure } from "./table.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const deployments = 10_000;
const perAgent = 500;
const slotsOfDay = 288;
const evenings = 30;
/** Three times a day one in twenty is nearly full, and those of the first agent always are. */
const usedOf = (agent: number, index: number, slot: number): number =>
  agent === 0 || (index % 20 === 0 && slot % 96 < 6) ? 9.4e10 + (slot % 7) * 1e9 : 3e10 + (slot % 11) * 1e9;

const asked = (when: string) => ({ scope: "", when, worse: null, clear: null, unknown: "keep" }) as const;

/** P28: the preview of a rule over 10,000 deployments, and its rehearsal over 30 days. */
export async function rehearsal(): Promise<Figure[]> {
  const world = await startWorld();
  try {
    const person = await signUp(world);
    world.clock.time = Math.ceil(world.clock.time / day) * day + 3 * 60 * minute;
    await report(world, person);
    await storePast(world, person);
    // The first look of all stores pages. What is measured is the first one of a process.
    await watchFleet(world.services, scopeOf(person));
    const table = createTable({ client: world.recorder.client, name: world.database.tableName });
    const services = { ...world.services, table };
    const ctx = { ...services, actor: await actorFor(world, person), requestId: "bench" };
    const definition = ruleInput.parse({ name: "Rule", when: "util=90.1.." });
    const figures: Figure[] = [];
    const add = async (metric: string, goal: number, work: () => Promise<string>) => {
      globalThis.gc?.();
      const before = process.memoryUsage();
      world.recorder.clear();
      const begun = performance.now();
      const text = await work();
      const ms = performance.now() - begun;
      globalThis.gc?.();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      const kept = (heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers) / 2 ** 20;
      const units = world.recorder.sent.reduce((sum, { readUnits }) => sum + readUnits, 0);
      figures.push({
        metric: `P28 ${metric}, ms`,
        reference: "none",
        ours: `${ms.toFixed(0)} ms, ${units.toFixed(0)} RCU, ${kept.toFixed(0)} MiB more; ${text}`,
        ratio: ms,
        goal,
      });
    };
    const preview = async (when: string) => {
      const { matching, inScope } = await previewRule(ctx, asked(when), {});
      return `${matching} of ${inScope}`;
    };
    const evening = async (when: string) => {
      const found = await ruleEvenings(ctx, asked(when), {});
      return `${found.evenings.length} evenings, the last ${found.evenings.at(-1)?.matching}`;
    };
    await add("the preview at first", 1_000, () => preview("util>90"));
    await add("the preview of another text", 300, () => preview("util>80 version<9"));
    await add("the evenings at first", 10_000, () => evening("util>90"));
    await add("the evenings of another text", 300, () => evening("util>80 version<9"));
    const organization = scopeOf(person);
    await add("a rehearsal of 30 days", 10_000, async () => {
      const found = await rehearse(services, { organization, definition });
      const { least, most } = found.incidents;
      return `${found.deployments.read} of ${found.deployments.inScope} read, ${least} to ${most} incidents`;
    });
    return figures;
  } finally {
    await world.stop();
  }
}

const keyOf = (agent: number, index: number) => `${agent}.${index}`;
const sourceOf = (agent: number) =>
  ({ kind: "agent", id: `key_${agent}`, instance: "agent00000000001" }) as const;

async function report(world: World, person: Person): Promise<void> {
  const organization = scopeOf(person);
  const measuredAt = world.clock.now();
  const authority = authorityOfIntegration(person.accountId);
  const slot = Math.floor(measuredAt / (5 * minute));
  for (let agent = 0; agent * perAgent < deployments; agent += 1) {
    const observations = Array.from({ length: perAgent }, (_, index) =>
      observed(
        deploymentId(organization, "agent", keyOf(agent, index)),
        keyOf(agent, index),
        usedOf(agent, index, slot),
      ),
    );
    const source = sourceOf(agent);
    await ingest(world.services, { organization, source, measuredAt, observations, authority });
  }
}

const observed = (id: string, key: string, used: number): Observation => ({
  id,
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
      memoryUsed: String(used),
      memoryLimit: "100000000000",
      tlsEnabled: true,
    },
  ],
  license: null,
  cloudSubscription: null,
  enterpriseAdminUrl: null,
});

/** The lists of 30 evenings, the hours of as many deployments as a rehearsal reads, and the slots of their agent. */
async function storePast(world: World, person: Person): Promise<void> {
  const organization = scopeOf(person);
  const { items } = await wholeList(world.services, organization);
  const today = Math.floor(world.clock.now() / day);
  for (let ago = 1; ago <= evenings; ago += 1) {
    const lastUpdated = new Date((today - ago + 1) * day).toISOString();
    const then = items.map((text, index) =>
      JSON.stringify({
        ...(JSON.parse(text) as object),
        lastUpdated,
        ...(index % 3 === 0 && { memoryUsed: String(3e10 + ago * 1e7 + index * 1e5) }),
      }),
    );
    for (const write of writesOfDay(organization, today - ago, new Map(), then))
      if ("put" in write) await world.services.table.put(write.put);
  }
  const ids = Array.from({ length: mostRehearsed }, (_, index) =>
    deploymentId(organization, "agent", keyOf(0, index)),
  );
  const figuresOf = (index: number, slot: number) => ({
    ids: ["0"],
    used: [usedOf(0, index, slot)],
    limit: [1e11],
    ops: [1_000],
  });
  await inBatches([...ids.entries()], 10, async ([index, id]) => {
    const days = Array.from({ length: evenings }, (_, ago) => {
      const dayNumber = today - evenings + ago;
      const said = Array.from(
        { length: 24 },
        (__, hour): [number, { id: string; status: string; databases: ReturnType<typeof figuresOf> }] => [
          dayNumber * 24 + hour,
          { id, status: "active", databases: figuresOf(index, hour) },
        ],
      );
      return { dayNumber, said: new Map(said), withHours: true, license: null };
    });
    for (const write of pastWrites(organization, id, days))
      if ("put" in write) await world.services.table.put(write.put);
  });
  const last = Math.floor(world.clock.now() / (5 * minute));
  for (let slot = (today - 2) * slotsOfDay; slot < last; slot += 12) {
    const slots = Array.from({ length: 12 }, (_, part) => ({
      slot: slot + part,
      deployments: ids.map((id, index) => ({
        id,
        status: "active",
        databases: figuresOf(index, slot + part),
      })),
    }));
    await storeTrails(world.services, trailsOf(organization, sourceOf(0), slots));
  }
}
