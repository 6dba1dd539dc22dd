import { Problem } from "@shardwatch/core/kit/problem";
import type { MiddlewareHandler } from "hono";
import type { Env } from "./request-variables.ts";

const safe = new Set(["GET", "HEAD", "OPTIONS"]);

/** Paths that look at no cookie. Agents send a key, and mail programs a token in the address. */
const withoutCookie = /^\/agent\/reports$|^\/mail\//;

/**
 * Refuses a changing request that does not come from our own page. Browsers send the Origin header with each
 * such request, so one without it is refused as well. Another site could otherwise use a person's cookie. Requests
 * without cookie need no Origin.
 */
export function refuseForeignOrigins(webOrigin: string): MiddlewareHandler<Env> {
  return async (c, next) => {
    const ours = c.req.header("origin") === webOrigin;
    if (!ours && !safe.has(c.req.method) && !withoutCookie.test(c.req.path))
      throw new Problem("forbidden", "This request doesn't come from the application.", {
        code: "FOREIGN_ORIGIN",
        details: [`Origin: must be ${webOrigin}`],
      });
    await next();
  };
}
