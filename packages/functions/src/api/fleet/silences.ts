import {
  silence,
  silenceInput,
  silenceList,
  silencePreview,
  silencePreviewInput,
} from "@shardwatch/core/contract/incident/silence";
import { preview } from "@shardwatch/core/incident/silences/silence-preview";
import { create, end, list } from "@shardwatch/core/incident/silences/silences";
import * as z from "zod";
import { allow } from "../allow.ts";
import { organizationFilter } from "../paging.ts";
import { answers, json, route, router } from "../route.ts";

const params = z.object({ id: z.string() });
const query = z.object({
  organizationId: organizationFilter.describe(
    "The silence's organization; others than super admins have one",
  ),
});

const silencesRoute = route({
  ...allow.member,
  method: "get",
  path: "/silences",
  summary: "The silences that run or begin later, the first to end first",
  request: { query },
  responses: { 200: json(silenceList, "The silences"), ...answers.invalid, ...answers.forbidden },
});

const createSilenceRoute = route({
  ...allow.manager,
  method: "post",
  path: "/silences",
  "x-audit": "silence.created",
  summary: "Silence an incident, a rule, or the deployments of a filter: no message goes out until its end",
  request: { query, body: { ...json(silenceInput, "What it covers, how long, and why"), required: true } },
  responses: {
    201: json(silence, "The silence"),
    ...answers.invalid,
    ...answers.forbidden,
    ...answers.notFound,
    ...answers.conflict,
  },
});

const endSilenceRoute = route({
  ...allow.manager,
  method: "delete",
  path: "/silences/{id}",
  "x-audit": "silence.ended",
  summary: "End a silence now. One that has ended stays as it is",
  request: { params, query },
  responses: { 204: { description: "Ended" }, ...answers.invalid, ...answers.notFound },
});

const previewSilenceRoute = route({
  ...allow.member,
  method: "post",
  path: "/silences/preview",
  // It changes nothing.
  "x-audit": null,
  summary: "How many deployments and open incidents a silence would cover now",
  request: { query, body: { ...json(silencePreviewInput, "What it would cover"), required: true } },
  responses: {
    200: json(silencePreview, "The numbers"),
    ...answers.invalid,
    ...answers.forbidden,
    ...answers.notFound,
  },
});

export const silences = router()
  .openapi(silencesRoute, async (c) => c.json({ silences: await list(c.var.ctx, c.req.valid("query")) }, 200))
  .openapi(createSilenceRoute, async (c) => {
    const request = { ...c.req.valid("json"), ...c.req.valid("query") };
    return c.json(await create(c.var.ctx, request), 201);
  })
  .openapi(endSilenceRoute, async (c) => {
    await end(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    return c.body(null, 204);
  })
  .openapi(previewSilenceRoute, async (c) => {
    const request = { ...c.req.valid("json"), ...c.req.valid("query") };
    return c.json(await preview(c.var.ctx, request), 200);
  });
