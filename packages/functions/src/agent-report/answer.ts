import type { House } from "@shardwatch/core/access/context";
import { record } from "@shardwatch/core/report/report";
import { answerHeaders } from "../http/answer-headers.ts";
import { problemAnswer, problemOf } from "../http/errors.ts";
import { identifyAgent } from "../http/identify.ts";
import { readReport } from "../http/read-report.ts";
import { newRequestId } from "../http/request-id.ts";
import { type HttpEvent, type HttpResult, requestOf } from "./http-event.ts";

/** The only route that the gateway sends here. */
const route = "/agent/reports";
/** Accepted reports that take longer are logged, in milliseconds. */
const slow = 1_000;

/**
 * Answers an agent's report as the API's route does, without the API's router and document. Nearly all calls of agents
 * end here, and their cold starts cost what is loaded here.
 */
export async function answer(house: House, event: HttpEvent): Promise<HttpResult> {
  const { method } = event.requestContext.http;
  const requestId = newRequestId(house.random);
  const log = house.log.with({ requestId });
  const start = house.clock.now();
  const result = await take({ ...house, log }, event, requestId).catch((error: unknown): HttpResult => {
    const { status, ...rest } = problemAnswer(problemOf(error, log), requestId);
    return { statusCode: status, ...rest };
  });
  const ms = house.clock.now() - start;
  const status = result.statusCode;
  // A line for every report would cost as much as storing it. Lambda counts the reports itself.
  if (status !== 202 || ms > slow) log.info("request", { method, route, status, ms });
  const headers = {
    ...result.headers,
    ...answerHeaders(house.settings),
    "cache-control": "no-store",
    "x-request-id": requestId,
  };
  return { ...result, headers };
}

async function take(house: House, event: HttpEvent, requestId: string): Promise<HttpResult> {
  const actor = await identifyAgent(event.headers["authorization"], house);
  const accepted = await record({ ...house, actor, requestId }, await readReport(requestOf(event)));
  return {
    statusCode: 202,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(accepted),
  };
}
