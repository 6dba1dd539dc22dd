import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { idOf, refresh, writeItem } from "@shardwatch/core/deployment/rows/item-text";
import type { Report } from "@shardwatch/core/contract/report/report";
import { createTable } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";
import { connect } from "@shardwatch/server/database/database";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import {
  call,
  createKey,
  type Person,
  signInAgain,
  signUp,
  startWorld,
  type World,
} from "../support/world.ts";
import { hourOf, tenServers } from "./hour.ts";
import { cpuInTurns, type Figure } from "./table.ts";

/** P1, P2 and P5: what a report and a list cost, counted and timed on the embedded database. */
export async function storage(): Promise<Figure[]> {
  const world = await startWorld();
  try {
    const person = await signUp(world);
    const written = await reports(world, person);
    // The hours of the reports have ended the session.
    const again = await signInAgain(world, person);
    return [...written, ...(await reads(world, again)), ...(await listCpu(world))];
  } finally {
    await world.stop();
  }
}

async function reports(world: World, person: Person): Promise<Figure[]> {
  const { compositeKey } = await createKey(world, person);
  const fleets = {
    "1 deployment, 10 databases": [reported("one", { databases: databases(10, 40_000) })],
    "10 deployments": tenServers(),
  };
  const figures: Figure[] = [];
  for (const [index, [name, deployments]] of Object.entries(fleets).entries())
    for (const isBusy of [false, true]) {
      const agent = { id: `benchagent0000${index}${Number(isBusy)}`, version: "1.0.0" };
      const { writeUnits, roundTrips } = await hourOf(world, deployments, isBusy, async (report) => {
        const answer = await send(world, compositeKey, { ...(report as Report), agent });
        if (answer.status !== 202) throw new Error(`a report was answered ${answer.status}`);
      });
      figures.push({
        metric: `P1 write units, mean of an hour, ${name}, ${isBusy ? "busy" : "steady"}`,
        reference: "naive: 3 for each deployment",
        ours: writeUnits.toFixed(2),
        ratio: writeUnits,
        goal: 1.2,
      });
      if (index === 0 && isBusy)
        figures.push({
          metric: "P2 round trips, report",
          reference: "naive: 4",
          ours: `${roundTrips}`,
          ratio: roundTrips,
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
  const row = (who: string, goal: number, [path, trips]: [string, number]): Figure => ({
    metric: `P2 round trips, worst GET, ${who}`,
    reference: "naive: 4",
    ours: `${trips} (${path})`,
    ratio: trips,
    goal,
  });
  return [row("member", 2, await worst(person)), row("super admin", 3, await worst(root))];
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
  // The SDK's client, as in the cloud.
  const client = connect({ endpoint: world.database.endpoint, accessKeyId: world.database.accessKeyId });
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
