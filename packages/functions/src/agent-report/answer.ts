import type { Services } from "@shardwatch/core/access/context";
import { record } from "@shardwatch/core/report/report";
import { answerHeaders } from "../http/answer-headers.ts";
import { problemAnswer, problemOf } from "../http/errors.ts";
import { identifyAgent } from "../http/identify.ts";
import { readReport } from "../http/read-report.ts";
import { isReportLogged, reportsPath } from "../http/report-log.ts";
import { newRequestId } from "../http/request-id.ts";
import { type HttpEvent, type HttpResult, originOf, requestOf } from "./http-event.ts";

/**
 * Answers an agent's report like the API's route, without loading the API's router and document. Nearly all
 * calls of agents arrive here, and the loaded code decides the time of a cold start.
 */
export async function answer(services: Services, event: HttpEvent): Promise<HttpResult> {
  const { method } = event.requestContext.http;
  const requestId = newRequestId(services.random);
  const log = services.log.with({ requestId });
  const start = services.clock.now();
  const result = await take({ ...services, log }, event, requestId).catch((error: unknown): HttpResult => {
    const { status, ...rest } = problemAnswer(problemOf(error, log), requestId);
    return { statusCode: status, ...rest };
  });
  const ms = services.clock.now() - start;
  const status = result.statusCode;
  if (isReportLogged(status, ms)) log.info("request", { method, route: reportsPath, status, ms });
  const headers = {
    ...result.headers,
    ...answerHeaders(services.settings),
    "cache-control": "no-store",
    "x-request-id": requestId,
  };
  return { ...result, headers };
}

async function take(services: Services, event: HttpEvent, requestId: string): Promise<HttpResult> {
  const actor = await identifyAgent(event.headers["authorization"], services);
  const accepted = await record(
    { ...services, actor, requestId, origin: originOf(event) },
    await readReport(requestOf(event)),
  );
  return {
    statusCode: 202,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(accepted),
  };
}
