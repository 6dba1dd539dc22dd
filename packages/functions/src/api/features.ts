import type { Settings } from "@shardwatch/core/access/context";
import { Problem } from "@shardwatch/core/kit/problem";
import type { MiddlewareHandler } from "hono";

/** Answers the paths of a disabled feature like paths that do not exist, for every caller. */
export function hideFeatures(settings: Settings): MiddlewareHandler {
  return async (c, next) => {
    if (!settings.elastiCache && /^\/api\/elasticache(\/|$)/.test(c.req.path))
      throw new Problem("notFound", "There is no such path.");
    await next();
  };
}
