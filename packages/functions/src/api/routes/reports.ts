import { record } from "@shardwatch/core/report/report";
import { readReport } from "../../http/read-report.ts";
import { router } from "../route.ts";
import { reportRoute } from "./report-declaration.ts";

/**
 * The document gets the declaration, and the router gets a handler that reads the body itself. The body may
 * be compressed, and must be cut off while it is read.
 */
export const reports = router();
reports.openAPIRegistry.registerPath(reportRoute);
reports.post(reportRoute.path, reportRoute.middleware, async (c) =>
  c.json(await record(c.var.ctx, await readReport(c.req.raw)), 202),
);
