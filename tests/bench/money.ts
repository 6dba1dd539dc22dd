import { performance } from "node:perf_hooks";
import { answer } from "@shardwatch/functions/agent-report/answer";
import { createKey, signUp, startWorld, type World } from "../support/world.ts";
import { reported, reportOf } from "../support/reports.ts";
import { type Figure, median } from "./table.ts";

/** On-demand prices in us-east-1, in dollars, without the free tier; from the vendor's price pages. */
export const prices = {
  dynamoWriteUnit: 0.625 / 1e6,
  dynamoReadUnit: 0.125 / 1e6,
  lambdaArmGigabyteSecond: 0.000_013_333_4,
  lambdaRequest: 0.2 / 1e6,
  httpApiRequest: 1 / 1e6,
  logGigabyte: 0.5,
};

/** The same as in infra/lambda.ts. */
const lambdaGigabytes = 0.5;
/** The latency of one DynamoDB answer inside the region, beyond the local database's time. */
const roundTripMs = 4;
const reportsPerMonth = 30 * 24 * 60;
const rounds = 60;

/**
 * P12: dollars a month for a thousand deployments that report every minute, derived from the cost of one
 * report.
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
  const { parts, total } = await costOfReport(world, deployments);
  const dollars = (cost: number) => (cost * reportsPerMonth * 1_000) / deployments;
  const text = Object.entries(parts).map(([name, cost]) => `${name} ${dollars(cost).toFixed(1)}`);
  return {
    metric: `P12 $ for 1,000 deployments a month, ${deployments} for each agent`,
    reference: "CloudWatch custom metrics 3,000",
    ours: text.join(", "),
    ratio: dollars(total),
    goal,
  };
}

/** The billed units of one report that changes no shape. */
async function costOfReport(world: World, count: number) {
  const { compositeKey } = await createKey(world, await signUp(world));
  const fleet = Array.from({ length: count }, (_, index) => reported(`production cache eu west ${index}`));
  const send = async () => {
    world.clock.advance(60_000);
    const headers = { authorization: `Bearer ${compositeKey}`, "content-type": "application/json" };
    const body = JSON.stringify(reportOf(world, fleet));
    const requestContext = { http: { method: "POST" } };
    const begun = performance.now();
    const { statusCode } = await answer(world.services, {
      headers,
      body,
      isBase64Encoded: false,
      requestContext,
    });
    if (statusCode !== 202) throw new Error(`a report was answered ${statusCode}`);
    return performance.now() - begun;
  };
  for (let round = 0; round < 10; round += 1) await send();
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await send());
  world.recorder.clear();
  world.logLines.length = 0;
  await send();
  const { sent } = world.recorder;
  const units = (kind: "writeUnits" | "readUnits") => sent.reduce((sum, one) => sum + one[kind], 0);
  // Lambda bills whole milliseconds.
  const ms = Math.ceil(median(times) + world.recorder.sequentialRoundTrips() * roundTripMs);
  // infra/lambda.ts switches Lambda's own log lines off.
  const logBytes = Buffer.byteLength(world.logLines.join("\n"));
  const parts = {
    gateway: prices.httpApiRequest,
    Lambda: prices.lambdaRequest + (ms / 1_000) * lambdaGigabytes * prices.lambdaArmGigabyteSecond,
    DynamoDB: units("writeUnits") * prices.dynamoWriteUnit + units("readUnits") * prices.dynamoReadUnit,
    logs: (logBytes / 1e9) * prices.logGigabyte,
  };
  return { parts, total: Object.values(parts).reduce((sum, cost) => sum + cost, 0) };
}
