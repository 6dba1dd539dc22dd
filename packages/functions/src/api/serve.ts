import type { OpenAPIHono } from "@hono/zod-openapi";
import type { Services, Settings } from "@shardwatch/core/access/context";
import { organizationHeader } from "@shardwatch/core/contract/people/organization-header";
import { Problem } from "@shardwatch/core/kit/problem";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { compressed } from "../http/compress.ts";
import { problemAnswer, problemOf } from "../http/errors.ts";
import { onlyJson } from "../http/only-json.ts";
import { refuseForeignOrigins } from "../http/origin.ts";
import { reportsPath } from "../http/report-log.ts";
import { requestIds } from "../http/request-id.ts";
import type { Env } from "../http/request-variables.ts";
import { tellAllowance } from "../http/token-allowance.ts";
import { auditRefusals } from "./audit-refusals.ts";
import { router } from "./route.ts";

/** Largest body of a person's request, in bytes; reports have their own limit. */
const bodyByteLimit = 64 * 1024;

/** Headers that the browser application may read. */
const exposeHeaders = ["content-disposition", "link", "retry-after", organizationHeader.name, "x-request-id"];

/**
 * An application that answers these routes, with the middleware that every route has.
 * @param guard decides whether a request may come in at all
 */
export function serve(services: Services, routes: OpenAPIHono<Env>, guard?: MiddlewareHandler<Env>) {
  const app = router();
  app.use(requestIds(services));
  app.use(cors({ origin: services.settings.webOrigin, credentials: true, exposeHeaders }));
  if (guard) app.use(guard);
  app.use(refuseForeignOrigins(services.settings.webOrigin));
  app.use(tellAllowance);
  app.use(hideFeatures(services.settings));
  app.use(compressed);
  app.use(auditRefusals(routes));
  const limit = bodyLimit({
    maxSize: bodyByteLimit,
    onError: () => {
      throw new Problem("tooLarge", "The request is too large.", {
        details: [`body: must be at most ${bodyByteLimit} bytes`],
      });
    },
  });
  // The report route reads its body, and refuses a wrong one, itself.
  const unlessReport =
    (handler: MiddlewareHandler<Env>): MiddlewareHandler<Env> =>
    (c, next) =>
      c.req.path === reportsPath ? next() : handler(c, next);
  app.use(unlessReport(onlyJson));
  app.use(unlessReport(limit));
  const answer = (problem: Problem, requestId: string) => {
    const { body, ...init } = problemAnswer(problem, requestId);
    return new Response(body, init);
  };
  app.onError((error, c) => answer(problemOf(error, c.var.services.log), c.var.requestId));
  app.notFound((c) => answer(new Problem("notFound", "There is no such path."), c.var.requestId));
  return app.route("/", routes);
}

/** Answers the paths of a disabled feature like paths that do not exist, for every caller. */
function hideFeatures(settings: Settings): MiddlewareHandler {
  return async (c, next) => {
    if (!settings.elastiCache && /^\/api\/elasticache(\/|$)/.test(c.req.path))
      throw new Problem("notFound", "There is no such path.");
    await next();
  };
}
