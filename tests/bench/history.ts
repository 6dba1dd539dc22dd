import { emptyDay, foldDay } from "@shardwatch/core/history/fold/fold-day";
import { dayWrites } from "@shardwatch/core/history/fold/folded.table";
import { addSlot } from "@shardwatch/core/history/timeline/timeline";
import { pastColumnNames } from "@shardwatch/core/history/timeline/columns";
import { decodeCodes, encodeTrail } from "@shardwatch/core/history/trail-payload";
import { startWorld, type World } from "../support/world.ts";
import { costOfPast, sizeOf } from "./past-cost.ts";
import {
  busy,
  type Fleet,
  fleets,
  type PastFleet,
  readChart,
  reportFleet,
  slotsOfDay,
  storeDay,
} from "./past-fleet.ts";
import type { Figure } from "./table.ts";

const hour = 3_600_000;
const day = 24 * hour;
const goals = { T1: 7, T2: 16, T3: 110 };

/** P15: what charts read, what a stored value takes, and what all of it costs. */
export async function history(): Promise<Figure[]> {
  const world = await startWorld();
  try {
    const figures: Figure[] = [];
    for (const name of ["T1", "T2", "T3"] as const) figures.push(...(await charts(world, name)));
    return [...figures, await money(world)];
  } finally {
    await world.stop();
  }
}

async function charts(world: World, name: keyof typeof fleets): Promise<Figure[]> {
  const fleet = fleets[name];
  const today = Math.floor(world.clock.now() / day) + 400;
  const past = await reportFleet(world, fleet);
  world.clock.time = today * day + 12 * hour;
  await storeDay(world, past, today - 1);
  await storeDay(world, past, today);
  const stored = await storeYear(world, past, today);
  const about = `${name} (${fleet.deployments} × ${fleet.databases} an agent)`;
  const rows: Figure[] = [];
  for (const [range, days] of [
    ["24 h", 1],
    ["30 d", 30],
    ["13 months", 396],
  ] as const) {
    const { units, all, ms, bytes, trips } = await readChart(world, past, days);
    rows.push({
      metric: `P15 read units of a chart of ${range}, ${about}`,
      reference: "–",
      ours: `${units}, with session and deployment ${all}; ${trips} round trips, ${(bytes / 1_024).toFixed(0)} KB, ${ms.toFixed(0)} ms`,
      ratio: units,
      goal: goals[name],
    });
  }
  const withoutLag = pastColumnNames.length - 2;
  const values = fleet.databases * withoutLag * 24 * 30;
  rows.push({
    metric: `P15 bytes a stored value of a month's hours, ${about}`,
    reference: "Gorilla 3.5",
    ours: `${(stored.payload / values).toFixed(2)}, with keys and overhead ${(stored.rows / values).toFixed(2)}`,
    ratio: stored.payload / values,
    goal: 1,
  });
  return rows;
}

/** Stores hours and days of a fleet's first deployment until today. Returns the bytes of a month's hours. */
async function storeYear({ services }: World, { organization, agents, fleet }: PastFleet, today: number) {
  const id = agents[0]?.ids[0] ?? "";
  const week = Array.from({ length: 7 }, (_, index) => foldedDay(id, fleet, index));
  const bytes = { payload: 0, rows: 0 };
  for (let dayNumber = today - 397; dayNumber < today; dayNumber += 1) {
    const folded = week[dayNumber % 7];
    if (!folded) continue;
    const shifted = {
      ...folded,
      hours: { ...folded.hours, first: dayNumber * 24 },
      days: { ...folded.days, first: dayNumber },
    };
    const [hours, ...others] = dayWrites(organization, id, shifted);
    await services.table.put(hours.put);
    for (const write of others)
      if ("update" in write) await services.table.update(write.update, write.change);
    if (dayNumber < today - 30) continue;
    bytes.payload += (hours.put["p"] as Uint8Array).length;
    bytes.rows += sizeOf(hours.put);
  }
  return bytes;
}

function foldedDay(id: string, fleet: Fleet, dayNumber: number) {
  const slots = emptyDay(dayNumber);
  for (let slot = 0; slot < slotsOfDay; slot += 1) {
    const at = dayNumber * slotsOfDay + slot;
    const [coded] = decodeCodes(encodeTrail([busy(id, 0, fleet.databases, at)])) ?? [];
    if (coded) addSlot(slots, at, coded);
  }
  return foldDay(slots, undefined);
}

/** What a thousand deployments of fleet T2 cost more in a month. */
async function money(world: World): Promise<Figure> {
  const parts = await costOfPast(world, fleets.T2);
  const dollars = Object.entries(parts).map(
    ([name, cost]) => [name, (cost * 1_000) / fleets.T2.deployments] as const,
  );
  return {
    metric: "P15 $ of history for 1,000 deployments a month, 10 for each agent",
    reference: "a row for each deployment and hour 32",
    ours: dollars.map(([name, cost]) => `${name} ${cost.toFixed(3)}`).join(", "),
    ratio: dollars.reduce((sum, [, cost]) => sum + cost, 0),
    goal: 0.8,
  };
}
