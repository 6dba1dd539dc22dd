import { listDeliveries, retryDelivery } from "@shardwatch/core/channel/delivery-log";
import { deliveryList, loggedDelivery } from "@shardwatch/core/contract/channel/delivery";
import { problemBody } from "@shardwatch/core/contract/problem";
import * as z from "zod";
import { allow } from "../allow.ts";
import { pagingUpTo } from "../paging.ts";
import { answers, idParams, json, route, router } from "../route.ts";

const largestPage = 100;

const listRoute = route({
  ...allow.manager("channels"),
  method: "get",
  path: "/channels/{id}/deliveries",
  summary: "What was sent to a channel, newest first, with every attempt; kept for 30 days",
  request: { params: idParams, query: z.object(pagingUpTo(largestPage, 50)) },
  responses: { 200: json(deliveryList, "The messages"), ...answers.ofObject, ...answers.conflict },
});

const retryRoute = route({
  ...allow.manager("channels"),
  method: "post",
  path: "/channels/{id}/deliveries/{delivery}/retry",
  "x-audit": "channel.retried",
  summary: "Send a message again that did not arrive, now",
  request: { params: z.object({ id: z.string(), delivery: z.string() }) },
  responses: {
    202: json(loggedDelivery, "The message is queued"),
    ...answers.notFound,
    ...answers.conflict,
    429: json(problemBody, "Too many within an hour; Retry-After says when to continue"),
  },
});

export const deliveries = router()
  .openapi(listRoute, async (c) =>
    c.json(await listDeliveries(c.var.ctx, c.req.valid("param").id, c.req.valid("query")), 200),
  )
  .openapi(retryRoute, async (c) => {
    const { id, delivery } = c.req.valid("param");
    return c.json(await retryDelivery(c.var.ctx, id, delivery), 202);
  });
