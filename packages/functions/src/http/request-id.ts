import type { House } from "@shardwatch/core/access/context";
import type { MiddlewareHandler } from "hono";
import { answerHeaders } from "./answer-headers.ts";
import type { Env } from "./request-variables.ts";

/**
 * Gives every request an id of our own, which the answer, its error body and every log line show. One that the
 * caller sends is not taken over: it could pretend to be another request's.
 */
export function requestIds(house: House): MiddlewareHandler<Env> {
  const headers = Object.entries(answerHeaders(house.settings));
  return async (c, next) => {
    const requestId = Buffer.from(house.random.bytes(9)).toString("base64url");
    const log = house.log.with({ requestId });
    c.set("requestId", requestId);
    c.set("house", { ...house, log });
    const start = house.clock.now();
    await next();
    c.header("x-request-id", requestId);
    for (const [name, value] of headers) c.header(name, value);
    if (!c.res.headers.has("cache-control")) c.header("cache-control", "no-store");
    const { method, routePath } = c.req;
    log.info("request", { method, route: routePath, status: c.res.status, ms: house.clock.now() - start });
  };
}
