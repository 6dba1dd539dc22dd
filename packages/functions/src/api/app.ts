import type { Services } from "@shardwatch/core/access/context";
import type { MiddlewareHandler } from "hono";
import type { Env } from "../http/request-variables.ts";
import { apiRoutes } from "./api-routes.ts";
import { fleetRoutes } from "./fleet/routes.ts";
import { rulesRoutes } from "./rules/routes.ts";
import { manageRoutes } from "./manage-routes.ts";
import { programsRoutes } from "./programs-routes.ts";
import { reference } from "./reference.ts";
import { together } from "./route.ts";
import { mcp } from "./routes/mcp.ts";
import { metrics } from "./routes/metrics.ts";
import { openId } from "./routes/openid.ts";
import { reports } from "./routes/reports.ts";
import { serve } from "./serve.ts";
import { signInRoutes } from "./sign-in-routes.ts";

const everyRoute = together(
  apiRoutes,
  manageRoutes,
  programsRoutes,
  metrics,
  mcp,
  fleetRoutes,
  rulesRoutes,
  signInRoutes,
  openId,
  reports,
);

/**
 * The whole API in one process. In the cloud, several functions share its routes.
 * @param guard decides whether a request may come in at all; in the cloud the gateway does
 */
export function createApp(services: Services, guard?: MiddlewareHandler<Env>) {
  const app = serve(services, everyRoute, guard);
  return app.route("/", reference(app));
}

/** The routes of all functions, for typed clients. */
export type AppType = typeof everyRoute;
