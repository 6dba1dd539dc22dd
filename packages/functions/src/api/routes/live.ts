import { live } from "@shardwatch/core/contract/deployment/live";
import { live as readLive } from "@shardwatch/core/history/live";
import * as z from "zod";
import { allow } from "../allow.ts";
import { organizationIdOf } from "../paging.ts";
import { answers, idParams, json, route, router } from "../route.ts";

const liveRoute = route({
  ...allow.member("read"),
  method: "get",
  path: "/deployments/{id}/live",
  summary: "The newest five-minute values of a deployment, or the last ones while it can't be read",
  request: {
    params: idParams,
    query: z.object({
      organizationId: organizationIdOf("deployment"),
      via: z.string().max(100).optional().describe("`via` of the deployment; the answer is quicker with it"),
      statusSince: z.iso
        .datetime()
        .optional()
        .describe(
          "`statusSince` of the deployment; beside `via`, the answer is quicker while it isn't active",
        ),
    }),
  },
  responses: {
    200: json(live, "Figures of each database and of all; what is unknown, with the reason"),
    ...answers.ofObject,
    ...answers.ambiguous,
  },
});

export const liveFigures = router().openapi(liveRoute, async (c) =>
  c.json(await readLive(c.var.ctx, c.req.valid("param").id, c.req.valid("query")), 200),
);
