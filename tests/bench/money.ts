import { answer } from "@shardwatch/functions/agent-report/answer";
import { createKey, signUp, startWorld, type World } from "../support/world.ts";
import { reported } from "../support/reports.ts";
import { hourOf } from "./hour.ts";
import { costOfCensus } from "./census.ts";
import { costOfPast } from "./past-cost.ts";
import { costOfCall, prices } from "./prices.ts";
import type { Figure } from "./table.ts";

const reportsPerMonth = 30 * 24 * 60;
/**
 * P12: dollars a month for a thousand deployments that report every minute. They follow from the cost of an hour of
 * reports with the agent's slots, of an hour's census, and of the fold of a day. Storage is that of trails, hours and
 * days.
 */
export async function money(): Promise<Figure[]> {
  const world = await startWorld();
  try {
    return [await figure(world, 10, 10), await figure(world, 1, 95)];
  } finally {
    await world.stop();
  }
}

async function figure(world: World, deployments: number, goal: number): Promise<Figure> {
  const costs = await costOfReport(world, deployments);
  const monthly = (cost: number) => (cost * reportsPerMonth * 1_000) / deployments;
  const parts = {
    ...Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, monthly(cost)])),
    censuses: (await costOfCensus(1_000, deployments)).dollars,
  };
  const text = Object.entries(parts).map(([name, dollars]) => `${name} ${dollars.toFixed(2)}`);
  return {
    metric: `P12 $ for 1,000 deployments a month, ${deployments} for each agent`,
    reference: "CloudWatch custom metrics 3,000",
    ours: text.join(", "),
    ratio: Object.values(parts).reduce((sum, dollars) => sum + dollars, 0),
    goal,
  };
}

/** The billed units of a report, as the mean of an hour in which no shape changes. */
async function costOfReport(world: World, count: number) {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const fleet = Array.from({ length: count }, (_, index) => reported(`production cache eu west ${index}`));
  const headers = { authorization: `Bearer ${compositeKey}`, "content-type": "application/json" };
  const requestContext = { http: { method: "POST" } };
  const hour = await hourOf(world, fleet, true, async (report) => {
    const body = JSON.stringify(report);
    const { statusCode } = await answer(world.services, {
      headers,
      body,
      isBase64Encoded: false,
      requestContext,
    });
    if (statusCode !== 202) throw new Error(`a report was answered ${statusCode}`);
  });
  // The hour of reports has the trails already.
  const { fold, Lambda, storage } = await costOfPast(world, { deployments: count, databases: 1 });
  return {
    gateway: prices.httpApiRequest,
    Lambda: costOfCall(hour.ms, hour.roundTrips),
    DynamoDB: hour.writeUnits * prices.dynamoWriteUnit + hour.readUnits * prices.dynamoReadUnit,
    fold: (fold + Lambda) / reportsPerMonth,
    storage: storage / reportsPerMonth,
    logs: (hour.logBytes / 1e9) * prices.logGigabyte,
  };
}
