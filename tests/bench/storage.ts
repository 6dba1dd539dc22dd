import type { DeploymentList } from "@shardwatch/core/contract/deployment";
import { idOf, refresh, writeItem } from "@shardwatch/core/deployment/rows/item-text";
import { createTable } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";
import { connect } from "@shardwatch/local/database/database";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { call, createKey, type Person, signUp, startWorld, type World } from "../support/world.ts";
import { cpuInTurns, type Figure } from "./table.ts";

/** P1, P2 and P5: what a report and a list cost, counted and timed on the embedded database. */
export async function storage(): Promise<Figure[]> {
  const world = await startWorld();
  try {
    const person = await signUp(world);
    return [...(await reports(world, person)), ...(await reads(world, person)), ...(await listCpu(world))];
  } finally {
    await world.stop();
  }
}

async function reports(world: World, person: Person): Promise<Figure[]> {
  const { compositeKey } = await createKey(world, person);
  const ten = Array.from({ length: 10 }, (_, index) => reported(`production cache eu west ${index}`));
  const fleets = {
    "1 deployment, 10 databases": [reported("one", { databases: databases(10, 40_000) })],
    "10 deployments": ten,
  };
  const figures: Figure[] = [];
  for (const [index, [name, deployments]] of Object.entries(fleets).entries()) {
    const agent = { id: `benchagent00000${index}`, version: "1.0.0" };
    await send(world, compositeKey, reportOf(world, deployments, { agent }));
    world.clock.advance(60_000);
    world.recorder.clear();
    await send(world, compositeKey, reportOf(world, deployments, { agent }));
    const units = world.recorder.sent.reduce((sum, sent) => sum + sent.writeUnits, 0);
    const trips = world.recorder.sequentialRoundTrips();
    const reference = "naive: 3 for each deployment";
    figures.push({ metric: `P1 write units, ${name}`, reference, ours: `${units}`, ratio: units, goal: 1.2 });
    if (index === 0)
      figures.push({
        metric: "P2 round trips, report",
        reference: "naive: 4",
        ours: `${trips}`,
        ratio: trips,
        goal: 2,
      });
  }
  return figures;
}

async function reads(world: World, person: Person): Promise<Figure[]> {
  const { deployments } = (await (
    await call(world, "GET", "/deployments", { as: person })
  ).json()) as DeploymentList;
  const root = await signUp(world, {}, ["SUPER_ADMIN"]);
  const worst = async (as: Person): Promise<[string, number]> => {
    let most: [string, number] = ["", 0];
    for (const path of ["/deployments", `/deployments/${deployments[0]?.id}`, "/access-key"]) {
      world.recorder.clear();
      await (await call(world, "GET", path, { as })).text();
      const trips = world.recorder.sequentialRoundTrips();
      if (trips > most[1]) most = [path.replace(/dep_\w+/, "{id}"), trips];
    }
    return most;
  };
  const row = (who: string, [path, trips]: [string, number]): Figure => ({
    metric: `P2 round trips, worst GET, ${who}`,
    reference: "naive: 4",
    ours: `${trips} (${path})`,
    ratio: trips,
    goal: 2,
  });
  return [row("member", await worst(person)), row("super admin", await worst(root))];
}

async function listCpu(world: World): Promise<Figure[]> {
  const person = await signUp(world);
  for (const fleet of [0, 1]) {
    const { compositeKey } = await createKey(world, person);
    const many = Array.from({ length: 500 }, (_, index) =>
      reported(`fleet ${fleet} server ${index}`, { databases: databases(3, 100) }),
    );
    await send(world, compositeKey, reportOf(world, many));
  }
  // Without the local proxy: it would copy the rows in this process and does not exist in the cloud.
  const client = connect({ endpoint: world.database.engine, accessKeyId: world.database.accessKeyId });
  const table = createTable({ client, name: world.database.tableName });
  const direct = { ...world, app: createApp({ ...world.services, table }) };
  const list = async () => await (await call(direct, "GET", "/deployments", { as: person })).text();
  const body = JSON.parse(await list()) as DeploymentList;
  const texts = body.deployments.map(writeItem);
  const sign = {
    receivedAt: world.clock.now(),
    time: new Date(world.clock.now()).toISOString(),
    figures: undefined,
  };
  const build = () =>
    texts.map((text) => refresh(text, idOf(text) ? sign : undefined, sign.receivedAt)).join();
  const [own, plain] = await cpuInTurns(build, () => JSON.stringify(body), 30, 20);
  const [whole, plainAgain] = await cpuInTurns(list, () => JSON.stringify(body), 15, 8);
  client.destroy();
  const reference = (ms: number) => `JSON.stringify of the body, ${ms.toFixed(2)} ms`;
  return [
    {
      metric: "P5 list of 1,000: stored items to answer",
      reference: reference(plain),
      ours: `${own.toFixed(2)} ms`,
      ratio: own / plain,
      goal: 2,
    },
    {
      metric: "P5 list of 1,000: whole request with the SDK",
      reference: reference(plainAgain),
      ours: `${whole.toFixed(2)} ms`,
      ratio: whole / plainAgain,
      goal: 2,
    },
  ];
}
