import { foldDays } from "@shardwatch/core/history/fold/fold";
import { foldOutlook } from "@shardwatch/core/outlook/fold-outlook";
import type { Row } from "@shardwatch/core/table/row";
import { rowsOfOrganization } from "../support/scope.ts";
import type { World } from "../support/world.ts";
import { type Fleet, reportFleet, slotsOfDay, storeDay, storeFormerDays, unitsOf } from "./past-fleet.ts";
import { lambdaGigabytes, prices } from "./prices.ts";
import { median } from "./table.ts";

const hour = 3_600_000;
const day = 24 * hour;
const daysOfMonth = 30;
/** DynamoDB adds these to each stored row. */
const rowBytes = 100;

/** The bytes of a row as they are billed for storage. */
export const sizeOf = (row: Row): number =>
  Object.entries(row).reduce(
    (sum, [name, value]) =>
      sum + name.length + (value instanceof Uint8Array ? value.length : String(value).length),
    rowBytes,
  );

/** What the past of one agent's deployments costs in a month, in dollars: a week of it, divided by its days. */
export async function costOfPast(world: World, fleet: Fleet) {
  // Day 4 was a Monday. The row of a week grows with each of its days.
  const monday = (Math.floor(world.clock.now() / day / 7) + 1) * 7 + 4;
  world.clock.time = monday * day;
  const past = await reportFleet(world, fleet);
  await storeFormerDays(world, past, monday);
  const spent = { trails: 0, fold: 0, ms: [] as number[] };
  for (let dayNumber = monday; dayNumber < monday + 7; dayNumber += 1) {
    world.recorder.clear();
    await storeDay(world, past, dayNumber);
    spent.trails += unitsOf(world).write * prices.dynamoWriteUnit;
    world.clock.time = (dayNumber + 1) * day + 5 * hour;
    world.recorder.clear();
    const begun = performance.now();
    await foldDays(world.services, past.person.organizationId, { follow: foldOutlook });
    spent.ms.push(performance.now() - begun);
    const { read, write } = unitsOf(world);
    spent.fold += write * prices.dynamoWriteUnit + read * prices.dynamoReadUnit;
  }
  const rows = await world.services.table.queryAll(rowsOfOrganization(past.person.organizationId));
  const meanSize = (prefix: string) => {
    const sizes = rows.filter(({ sk }) => sk.startsWith(prefix)).map(sizeOf);
    return sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  };
  const bytes =
    meanSize("TRAIL#") * slotsOfDay * 3 +
    fleet.deployments * (meanSize("HOURS#") * 36 + meanSize("DAYS#") * (400 / 7));
  return {
    trails: (spent.trails / 7) * daysOfMonth,
    fold: (spent.fold / 7) * daysOfMonth,
    Lambda: (median(spent.ms) / 1_000) * lambdaGigabytes * prices.lambdaArmGigabyteSecond * daysOfMonth,
    storage: (bytes / 1e9) * prices.storedGigabyte,
  };
}
