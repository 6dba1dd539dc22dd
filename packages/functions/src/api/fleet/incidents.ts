import { acknowledge, unacknowledge } from "@shardwatch/core/incident/acknowledge";
import { intend } from "@shardwatch/core/incident/intend";
import { get, list } from "@shardwatch/core/incident/incident";
import { router } from "../route.ts";
import {
  acknowledgeRoute,
  incidentRoute,
  incidentsRoute,
  intendRoute,
  unacknowledgeRoute,
} from "./incident-declarations.ts";

export const incidents = router()
  .openapi(incidentsRoute, async (c) => c.json(await list(c.var.ctx, c.req.valid("query")), 200))
  .openapi(incidentRoute, async (c) =>
    c.json(await get(c.var.ctx, c.req.valid("param").id, c.req.valid("query").organizationId), 200),
  )
  .openapi(acknowledgeRoute, async (c) => {
    const request = { ...c.req.valid("param"), organizationId: c.req.valid("query").organizationId };
    return c.json(await acknowledge(c.var.ctx, { ...request, ...c.req.valid("json") }), 200);
  })
  .openapi(unacknowledgeRoute, async (c) => {
    const request = { ...c.req.valid("param"), organizationId: c.req.valid("query").organizationId };
    return c.json(await unacknowledge(c.var.ctx, request), 200);
  })
  .openapi(intendRoute, async (c) => {
    const request = { ...c.req.valid("param"), organizationId: c.req.valid("query").organizationId };
    return c.json(await intend(c.var.ctx, request), 200);
  });
