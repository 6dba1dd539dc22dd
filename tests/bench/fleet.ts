import { parseFilter } from "@shardwatch/core/contract/filter/parse";
import { databases as list, type DatabaseQuery } from "@shardwatch/core/deployment/fleet/databases";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { figureReader } from "@shardwatch/core/history/newest/figures";
import { slotAt } from "@shardwatch/core/history/slots";
import { storeSlots } from "@shardwatch/core/history/store";
import { createTable } from "@shardwatch/core/table/table";
import { connect } from "@shardwatch/server/database/database";
import { newcomer } from "../support/fleet.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { slotFigures, slotStart } from "../support/slots.ts";
import { createKey, signUp, startWorld, type World } from "../support/world.ts";
import { type Figure, median } from "./table.ts";

const deployments = 10_000;
const databasesEach = 15;
/** About as many deployments as fit into a report. */
const perAgent = 250;
const goal = 1_000;
const rounds = 10;

/**
 * P19: the time of a page of an organization's 150,000 databases, in a process that has read nothing, and in
 * one that has.
 */
export async function fleet(): Promise<Figure[]> {
  const world = await startWorld();
  try {
    const { organizationId } = await signUpWithFleet(world);
    // The first look of all stores what the later ones read.
    await list(newcomer(world, organizationId), query(""));
    return [await cold(world, organizationId), ...(await warm(world, organizationId))];
  } finally {
    await world.stop();
  }
}

const query = (text: string, view: Partial<DatabaseQuery> = {}): DatabaseQuery => ({
  filter: parseFilter(new URLSearchParams(text), []).filter,
  sort: "name",
  order: "asc",
  limit: 100,
  ...view,
});

async function signUpWithFleet(world: World) {
  const person = await signUp(world);
  const key = await createKey(world, person);
  // Two minutes into a slot, so that every agent has sent the one before.
  world.clock.time = slotStart(world, -1) + 120_000;
  for (let agent = 0; agent * perAgent < deployments; agent += 1) {
    const many = Array.from({ length: perAgent }, (_, index) =>
      reported(`orders ${agent} eu-west-1 ${index}`, {
        name: `orders ${agent} eu-west-1 ${index}`,
        databases: databases(databasesEach, agent % 60).map((database, number) => ({
          ...database,
          name: `orders-cache-${agent}-${index}-${number}`,
        })),
      }),
    );
    const instance = `agent${String(agent).padStart(11, "0")}`;
    const report = reportOf(world, many, { agent: { id: instance, version: "1" } });
    const answer = await send(world, key.compositeKey, report);
    if (answer.status !== 202) throw new Error(`a report was answered ${answer.status}`);
    const organization = scopeOf(person);
    await storeSlots(world.services, organization, { kind: "agent", id: key.keyId, instance }, [
      {
        slot: slotAt(world.clock.now()) - 1,
        deployments: many.map((one) => ({
          id: deploymentId(organization, "agent", one.key),
          status: "active",
          databases: slotFigures(databasesEach, agent % 60),
        })),
      },
    ]);
  }
  return person;
}

async function cold(world: World, organizationId: string): Promise<Figure> {
  const fullest = query("util=50..", { sort: "utilization", order: "desc" });
  world.recorder.clear();
  const { total } = await list(newcomer(world, organizationId), fullest);
  const units = world.recorder.sent.reduce((sum, { readUnits }) => sum + readUnits, 0);
  if (total === 0) throw new Error("the filter matches nothing");
  // The SDK's client, as in the cloud.
  const client = connect({ endpoint: world.database.endpoint, accessKeyId: world.database.accessKeyId });
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const table = createTable({ client, name: world.database.tableName });
    const start = performance.now();
    await list({ ...newcomer(world, organizationId), table }, fullest);
    times.push(performance.now() - start);
  }
  client.destroy();
  return figure(`a process's first page, ${units} read units`, times.slice(2));
}

async function warm(world: World, organizationId: string): Promise<Figure[]> {
  const ctx = newcomer(world, organizationId);
  await list(ctx, query(""));
  const figures = { figures: figureReader };
  const views: [string, DatabaseQuery][] = [
    ["a filter on utilization", query("util=50..", { sort: "utilization", order: "desc" })],
    ["a search", query("search=cache-33")],
    ["a severity", query("severity=critical", { sort: "status" })],
    ["everything", query("", { sort: "memory", page: 1_000 })],
    ["a five-minute figure", query("ops=10..", { sort: "ops", order: "desc", joins: figures })],
    ["shown five-minute figures", query("", { joins: figures })],
  ];
  const measured: Figure[] = [];
  for (const [name, view] of views) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      const page = await list(ctx, view);
      if (view.joins && !page.databases[0]?.figures) throw new Error("a database has no figures");
      times.push(performance.now() - start);
    }
    const [first = 0] = times;
    measured.push(figure(`${name}, then (sorting: ${first.toFixed(0)} ms once)`, times.slice(1)));
  }
  return measured;
}

const figure = (metric: string, times: readonly number[]): Figure => ({
  metric: `P19 a page of ${deployments * databasesEach} databases: ${metric}`,
  reference: `${goal} ms`,
  ours: `${median(times).toFixed(0)} ms`,
  ratio: median(times) / goal,
  goal: 1,
});
