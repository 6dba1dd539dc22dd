import { problemBody } from "@shardwatch/core/contract/problem";
import { reportAccepted } from "@shardwatch/core/contract/report/accepted";
import { report } from "@shardwatch/core/contract/report/report";
import { record } from "@shardwatch/core/report/report";
import { readReport } from "../../http/read-report.ts";
import { reportsPath } from "../../http/report-log.ts";
import { allow } from "../allow.ts";
import { answers, json, route, router } from "../route.ts";

const reportRoute = route({
  ...allow.agent,
  method: "post",
  path: reportsPath,
  // A report is no change by a person. What it may not take over is recorded by the verb.
  "x-audit": null,
  summary: "An agent's report; JSON, plain or gzip, at most 1 MB after decompression",
  request: { body: json(report, "The report") },
  responses: {
    202: json(reportAccepted, "Taken in; the same again, or an older one, changes nothing"),
    ...answers.invalid,
    413: json(problemBody, "Larger than 1 MB, before or after decompression"),
    415: json(problemBody, "Neither plain nor gzip, or not JSON"),
    429: json(
      problemBody,
      "Too soon after the report before, or more than a key or an organization may have; Retry-After says when",
    ),
  },
});

/**
 * The document gets the declaration, and the router gets a handler that reads the body itself. The body may
 * be compressed, and must be cut off while it is read.
 */
export const reports = router();
reports.openAPIRegistry.registerPath(reportRoute);
reports.post(reportRoute.path, reportRoute.middleware, async (c) =>
  c.json(await record(c.var.ctx, await readReport(c.req.raw)), 202),
);
