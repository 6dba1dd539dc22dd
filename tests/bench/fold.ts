import { foldDays } from "@shardwatch/core/history/fold/fold";
import { foldProgressKey, readProgress } from "@shardwatch/core/history/fold/progress.table";
import { foldOutlook } from "@shardwatch/core/outlook/fold-outlook";
import { startWorld, type World } from "../support/world.ts";
import { prices } from "./prices.ts";
import { fleets, reportFleet, storeDay, storeFormerDays, unitsOf } from "./past-fleet.ts";
import type { Figure } from "./table.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** Folding one owner does not depend on the others, so a part of the fleet is folded. */
const agents = 40;
const agentsOfFleet = 1_000;

/**
 * P16: the time of folding a day of 10,000 deployments with 15 databases each, and the longest call of it.
 * The trails of the whole fleet are more than a gigabyte.
 */
export async function fold(): Promise<Figure[]> {
  const world = await startWorld();
  try {
    const past = await reportFleet(world, fleets.T3, agents);
    const dayNumber = Math.floor(world.clock.now() / day) + 1;
    await storeFormerDays(world, past, dayNumber);
    await storeDay(world, past, dayNumber);
    world.clock.time = (dayNumber + 1) * day + 5 * hour;
    world.recorder.clear();
    const calls: number[] = [];
    let doneTo = 0;
    for (; doneTo < dayNumber; doneTo = readProgress(await progress(), Infinity)?.followedTo ?? 0) {
      const begun = performance.now();
      // The work's own limit is of the real time.
      await foldDays({ ...world.services, clock: realClock(world) }, past.person.organizationId, {
        follow: foldOutlook,
      });
      calls.push(performance.now() - begun);
    }
    function progress() {
      return world.services.table.get(foldProgressKey(past.organization));
    }
    const seconds = (calls.reduce((sum, ms) => sum + ms, 0) / 1_000) * (agentsOfFleet / agents);
    const { read, write } = unitsOf(world);
    const dollars =
      (read * prices.dynamoReadUnit + write * prices.dynamoWriteUnit) * (agentsOfFleet / agents) * 30;
    return [
      {
        metric: "P16 minutes to fold a day of 10,000 deployments × 15 databases",
        reference: `${agents} of ${agentsOfFleet} agents folded, times ${agentsOfFleet / agents}`,
        ours: `${(seconds / 60).toFixed(1)}; ${read} read and ${write} write units, $${dollars.toFixed(2)} a month for all`,
        ratio: seconds / 60,
        goal: 10,
      },
      {
        metric: "P16 seconds of the longest call",
        reference: "–",
        ours: `${(Math.max(...calls) / 1_000).toFixed(1)} of ${calls.length} calls`,
        ratio: Math.max(...calls) / 1_000,
        goal: 20,
      },
    ];
  } finally {
    await world.stop();
  }
}

function realClock({ clock }: World) {
  const [begun, time] = [performance.now(), clock.now()];
  return { now: () => time + performance.now() - begun };
}
