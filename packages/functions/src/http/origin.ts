import { Problem } from "@shardwatch/core/kit/problem";
import type { MiddlewareHandler } from "hono";
import { hasBearer } from "./cookies.ts";
import type { Env } from "./request-variables.ts";

const safe = new Set(["GET", "HEAD", "OPTIONS"]);

/** Paths that look at no cookie. Mail programs send a token in the address, and programs have no page. */
const withoutCookie = /^\/agent\/reports$|^\/mail\/|^\/device-logins(\/token)?$|^\/mcp$/;

/** The address of assistants. A page of another site must not reach it by a name that leads to this machine. */
export const assistantsPath = "/mcp";

/** A program sends no Origin. What sends another one than ours is a page, whatever else it sends. */
const isForeignPage = (path: string, origin: string | undefined, webOrigin: string): boolean =>
  path === assistantsPath && origin !== undefined && origin !== webOrigin;

/**
 * Refuses a changing request that does not come from our own page. Browsers send the Origin header with each
 * such request, so one without it is refused as well. Another site could otherwise use a person's cookie. Where no
 * cookie is read, no Origin is needed.
 */
export function refuseForeignOrigins(webOrigin: string): MiddlewareHandler<Env> {
  return async (c, next) => {
    const { method, path } = c.req;
    const origin = c.req.header("origin");
    const isExcused = origin === webOrigin || safe.has(method) || hasBearer(c) || withoutCookie.test(path);
    if (!isExcused || isForeignPage(path, origin, webOrigin))
      throw new Problem("forbidden", "This request doesn't come from the application.", {
        code: "FOREIGN_ORIGIN",
        details: [`Origin: must be ${webOrigin}`],
      });
    await next();
  };
}
