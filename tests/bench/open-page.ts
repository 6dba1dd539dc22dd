import { performance } from "node:perf_hooks";
import { call, signUp, startWorld } from "../support/world.ts";
import { prices } from "./prices.ts";
import { type Figure, median } from "./table.ts";

/** The same as in packages/web/src/api/fleet/last-change.ts. */
const questionsAnHour = 3_600 / 10;
const hoursAMonth = 8 * 22;
const rounds = 30;
const lambdaGigabytes = 0.5;
const roundTripMs = 4;

/** P22: dollars a month for a page that is open all working hours, and asks whether something changed. */
export async function openPage(): Promise<Figure[]> {
  const world = await startWorld();
  try {
    const person = await signUp(world);
    const ask = async () => {
      const begun = performance.now();
      const { status } = await call(world, "GET", "/deployments/changed", { as: person });
      if (status !== 200) throw new Error(`the question was answered ${status}`);
      return performance.now() - begun;
    };
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await ask());
    world.recorder.clear();
    await ask();
    const units = world.recorder.sent.reduce((sum, { readUnits }) => sum + readUnits, 0);
    const trips = world.recorder.sequentialRoundTrips();
    const seconds = Math.ceil(median(times) + trips * roundTripMs) / 1_000;
    const lambda = prices.lambdaRequest + seconds * lambdaGigabytes * prices.lambdaArmGigabyteSecond;
    const one = prices.httpApiRequest + lambda + units * prices.dynamoReadUnit;
    const dollars = one * questionsAnHour * hoursAMonth;
    return [
      {
        metric: "P22 $ a month for a page that is open all working hours",
        reference: "",
        ours: `${trips} round trips, ${units} read units a question`,
        ratio: dollars,
        goal: 0.15,
      },
    ];
  } finally {
    await world.stop();
  }
}
