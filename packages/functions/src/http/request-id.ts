import type { Services } from "@shardwatch/core/access/context";
import type { Random } from "@shardwatch/core/ports/random";
import type { MiddlewareHandler } from "hono";
import { answerHeaders } from "./answer-headers.ts";
import { isReportLogged, reportsPath } from "./report-log.ts";
import type { Env } from "./request-variables.ts";

/** A new id for a request: 12 characters of base64url, 72 random bits. */
export function newRequestId(random: Random): string {
  return Buffer.from(random.bytes(9)).toString("base64url");
}

/**
 * Gives every request an id of our own. The answer, its error body and every log line show it. An id from the caller
 * is ignored, because it could repeat another request's id.
 */
export function requestIds(services: Services): MiddlewareHandler<Env> {
  const headers = Object.entries(answerHeaders(services.settings));
  return async (c, next) => {
    const requestId = newRequestId(services.random);
    const log = services.log.with({ requestId });
    c.set("requestId", requestId);
    c.set("services", { ...services, log });
    const start = services.clock.now();
    await next();
    c.header("x-request-id", requestId);
    for (const [name, value] of headers) c.header(name, value);
    if (!c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
    const { method, routePath } = c.req;
    const { status } = c.res;
    const ms = services.clock.now() - start;
    if (routePath !== reportsPath || isReportLogged(status, ms))
      log.info("request", { method, route: routePath, status, ms });
  };
}
