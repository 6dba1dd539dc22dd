import { once } from "@shardwatch/core/caller/once";
import { repeatable } from "@shardwatch/core/contract/client-token";
import {
  silence,
  silenceInput,
  silenceList,
  silencePreview,
  silencePreviewInput,
} from "@shardwatch/core/contract/incident/silence";
import { preview } from "@shardwatch/core/incident/silences/silence-preview";
import { create, end, get, list } from "@shardwatch/core/incident/silences/silences";
import * as z from "zod";
import { allow } from "../allow.ts";
import { ifMatch, outdated } from "../if-match.ts";
import { organizationIdOf } from "../paging.ts";
import { answers, idParams, json, jsonBody, noContent, route, router } from "../route.ts";

const query = z.object({ organizationId: organizationIdOf("silence") });

const silencesRoute = route({
  ...allow.member("read"),
  method: "get",
  path: "/silences",
  summary: "The silences that run or begin later, the first to end first",
  request: { query },
  responses: { 200: json(silenceList, "The silences"), ...answers.ofOrganization },
});

const createSilenceRoute = route({
  ...allow.manager("incidents"),
  method: "post",
  path: "/silences",
  "x-audit": "silence.created",
  summary: "Silence an incident, a rule, or the deployments of a filter: nobody is notified until it ends",
  request: { query, body: jsonBody(repeatable(silenceInput), "What it covers, how long, and why") },
  responses: {
    200: json(silence, "Created before, by this client token"),
    201: json(silence, "The silence"),
    ...answers.ofObject,
    ...answers.forbidden,
    ...answers.conflict,
  },
});

const endSilenceRoute = route({
  ...allow.manager("incidents"),
  method: "delete",
  path: "/silences/{id}",
  "x-audit": "silence.ended",
  summary: "End a silence now. One that has ended stays as it is",
  request: { params: idParams, query, headers: ifMatch },
  responses: {
    204: { description: "Ended" },
    ...answers.ofObject,
    ...answers.managed,
    ...outdated("silence"),
  },
});

const previewSilenceRoute = route({
  ...allow.member("read"),
  method: "post",
  path: "/silences/preview",
  // It changes nothing.
  "x-audit": null,
  summary: "How many deployments and open incidents a silence would cover now",
  request: { query, body: jsonBody(silencePreviewInput, "What it would cover") },
  responses: { 200: json(silencePreview, "The numbers"), ...answers.ofObject, ...answers.forbidden },
});

export const silences = router()
  .openapi(silencesRoute, async (c) => c.json({ silences: await list(c.var.ctx, c.req.valid("query")) }, 200))
  .openapi(createSilenceRoute, async (c) => {
    const { ctx } = c.var;
    const input = c.req.valid("json");
    const where = c.req.valid("query");
    const answer = await once(ctx, {
      kind: "silence",
      input,
      ...where,
      create: (claim) => create(ctx, { ...input, ...where }, claim),
      find: (id) => get(ctx, id, where),
    });
    return answer.isNew ? c.json(answer.made, 201) : c.json(answer.found, 200);
  })
  .openapi(endSilenceRoute, (c) =>
    noContent(
      c,
      end(c.var.ctx, c.req.valid("param").id, c.req.valid("query"), c.req.valid("header")["if-match"]),
    ),
  )
  .openapi(previewSilenceRoute, async (c) =>
    c.json(await preview(c.var.ctx, { ...c.req.valid("json"), ...c.req.valid("query") }), 200),
  );
