import { history, historyMetric } from "@shardwatch/core/contract/history/history";
import { historySteps } from "@shardwatch/core/contract/history/steps";
import { history as readHistory } from "@shardwatch/core/history/chart/history";
import * as z from "zod";
import { allow } from "../allow.ts";
import { chartMoment } from "../moment.ts";
import { organizationIdOf } from "../paging.ts";
import { answers, idParams, json, route, router } from "../route.ts";

const [fiveMinutes, hour, day] = historySteps;
const steps = { auto: "auto", [fiveMinutes]: fiveMinutes, [hour]: hour, [day]: day } as const;

const historyRoute = route({
  ...allow.member("read"),
  method: "get",
  path: "/deployments/{id}/history",
  summary: "The past of a deployment's figures, for charts",
  request: {
    params: idParams,
    query: z.object({
      organizationId: organizationIdOf("deployment"),
      metric: z
        .string()
        .default("memoryUsed,memoryLimit")
        .transform((text) => text.split(","))
        .pipe(z.array(historyMetric))
        .describe("Names of metrics with commas between them"),
      database: z
        .string()
        .max(64)
        .default("total")
        .describe('"total" of all databases, "each" for the twelve largest and the rest, or an id'),
      from: chartMoment.optional().describe("One day before `to` when it is left out"),
      to: chartMoment.optional().describe("Now when it is left out"),
      step: z
        .enum(["auto", "300", "3600", "86400"])
        .default("auto")
        .describe(
          "Seconds. `auto`: 300 up to two days, 3600 up to 31 days, else 86400, as far as it is kept",
        ),
      via: z.string().max(100).optional().describe("`via` of the deployment; the answer is quicker with it"),
    }),
  },
  responses: {
    200: json(history, "The series, the status of each step, and which metrics have no value"),
    ...answers.ofObject,
    ...answers.ambiguous,
  },
});

export const deploymentHistory = router().openapi(historyRoute, async (c) => {
  const { metric: metrics, step, ...question } = c.req.valid("query");
  const found = await readHistory(c.var.ctx, c.req.valid("param").id, {
    ...question,
    metrics,
    step: steps[step],
  });
  return c.json(found, 200);
});
