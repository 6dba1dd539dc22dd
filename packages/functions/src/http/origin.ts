import { Problem } from "@shardwatch/core/kit/problem";
import type { MiddlewareHandler } from "hono";
import { hasBearer } from "./cookies.ts";
import type { Env } from "./request-variables.ts";

const safe = new Set(["GET", "HEAD", "OPTIONS"]);

/** Paths that look at no cookie. Mail programs send a token in the address, and a command line has no page. */
const withoutCookie = /^\/agent\/reports$|^\/mail\/|^\/device-logins(\/token)?$/;

/**
 * Refuses a changing request that does not come from our own page. Browsers send the Origin header with each
 * such request, so one without it is refused as well. Another site could otherwise use a person's cookie. Where no
 * cookie is read, no Origin is needed.
 */
export function refuseForeignOrigins(webOrigin: string): MiddlewareHandler<Env> {
  return async (c, next) => {
    const ours = c.req.header("origin") === webOrigin;
    if (!ours && !safe.has(c.req.method) && !hasBearer(c) && !withoutCookie.test(c.req.path))
      throw new Problem("forbidden", "This request doesn't come from the application.", {
        code: "FOREIGN_ORIGIN",
        details: [`Origin: must be ${webOrigin}`],
      });
    await next();
  };
}
