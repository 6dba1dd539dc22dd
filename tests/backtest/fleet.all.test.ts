import { expect, test } from "vitest";
import { worldOfFile } from "../support/world-of-file.ts";
import { playFleet } from "./fleet/play.ts";
import { type Compared, scoredOf, tableOf } from "./fleet/table.ts";
import { type Measure, measuresOf } from "./score.ts";

const world = await worldOfFile();

/** They are not those of the backtest, so that no rule was chosen with these fleets. */
const seeds = [9_501, 9_502];
const deployments = 60;

/** Whether a measure is outside of its bar by more than one database. */
const isBroken = ({ value, cases, unit, least = -Infinity, most = Infinity }: Measure): boolean => {
  const one = unit === "%" && cases > 0 ? 100 / cases : 0;
  return cases > 0 && (value < least - one || value > most + one);
};

test("CHG04 RUN04 what is said of a fleet with restarts, gaps, moves and wrong clocks on day 0 is what comes in ninety days", async () => {
  const all: Compared[] = [];
  for (const seed of seeds) all.push(...(await playFleet(world, seed, deployments)));
  console.log(tableOf(all));
  expect(all).toHaveLength(640);
  // Of a database that is too young, nothing is said.
  const young = all.filter(({ item }) => item.say === "early");
  expect(young.length).toBeGreaterThan(0);
  expect(young.filter(({ database }) => !database.isYoung)).toEqual([]);
  const scored = all.filter(({ database }) => !database.isYoung).map(scoredOf);
  expect(measuresOf(scored).filter(isBroken)).toEqual([]);
});
