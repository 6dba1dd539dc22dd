import { live } from "@shardwatch/core/contract/deployment/live";
import { problemBody } from "@shardwatch/core/contract/problem";
import { live as readLive } from "@shardwatch/core/history/live";
import * as z from "zod";
import { allow } from "../allow.ts";
import { organizationFilter } from "../paging.ts";
import { answers, json, route, router } from "../route.ts";

const liveRoute = route({
  ...allow.member,
  method: "get",
  path: "/deployments/{id}/live",
  summary: "The newest five-minute values of a deployment",
  request: {
    params: z.object({ id: z.string() }),
    query: z.object({
      organizationId: organizationFilter.describe(
        "The deployment's organization; others than super admins have one",
      ),
      via: z.string().max(100).optional().describe("`via` of the deployment; the answer is quicker with it"),
    }),
  },
  responses: {
    200: json(live, "Figures of each database and of all; what is unknown, with the reason"),
    ...answers.invalid,
    ...answers.notFound,
    409: json(problemBody, "Several organizations have this id and none was named (AMBIGUOUS_DEPLOYMENT)"),
  },
});

export const liveFigures = router().openapi(liveRoute, async (c) =>
  c.json(await readLive(c.var.ctx, c.req.valid("param").id, c.req.valid("query")), 200),
);
