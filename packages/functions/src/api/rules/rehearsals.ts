import {
  previewInput,
  rehearsalInput,
  type RehearsalLine,
  rehearsalLine,
  ruleEvenings as eveningsAnswer,
  rulePreview,
} from "@shardwatch/core/contract/incident/rehearsal";
import { ruleEvenings } from "@shardwatch/core/incident/rehearsal/evenings";
import { previewRule } from "@shardwatch/core/incident/rehearsal/preview";
import { prepare, rehearse } from "@shardwatch/core/incident/rehearsal/rehearse";
import { Problem } from "@shardwatch/core/kit/problem";
import * as z from "zod";
import { allow } from "../allow.ts";
import { organizationIdOf } from "../paging.ts";
import { answers, json, jsonBody, route, router } from "../route.ts";

const query = z.object({ organizationId: organizationIdOf("rule") });

const previewRoute = route({
  ...allow.member("read"),
  method: "post",
  path: "/rules/preview",
  // It changes nothing.
  "x-audit": null,
  summary: "What a rule finds now: how many deployments are in scope, match, and are unknown",
  request: { query, body: jsonBody(previewInput, "The rule") },
  responses: { 200: json(rulePreview, "The numbers"), ...answers.ofOrganization },
});

const eveningsRoute = route({
  ...allow.member("read"),
  method: "post",
  path: "/rules/evenings",
  "x-audit": null,
  summary: "What a rule would have matched at the end of each of the last 30 days",
  request: { query, body: jsonBody(previewInput, "The rule") },
  responses: { 200: json(eveningsAnswer, "The evenings, the oldest first"), ...answers.ofOrganization },
});

const rehearsalRoute = route({
  ...allow.member("read"),
  method: "post",
  path: "/rules/rehearsal",
  "x-audit": null,
  summary: "How many incidents and messages a rule would have caused in the last 30 days",
  description:
    "The answer has a JSON object on each line: how far it is, and last the result, or why there is none. End the request to stop the work.",
  request: { query, body: jsonBody(rehearsalInput, "The rule, as it would be saved") },
  responses: {
    200: {
      description: "Lines of JSON",
      content: { "application/x-ndjson": { schema: rehearsalLine } },
    },
    ...answers.ofOrganization,
  },
});

export const rehearsals = router()
  .openapi(previewRoute, async (c) =>
    c.json(await previewRule(c.var.ctx, c.req.valid("json"), c.req.valid("query")), 200),
  )
  .openapi(eveningsRoute, async (c) =>
    c.json(await ruleEvenings(c.var.ctx, c.req.valid("json"), c.req.valid("query")), 200),
  )
  .openapi(rehearsalRoute, async (c) => {
    const { ctx } = c.var;
    const prepared = await prepare(ctx, c.req.valid("json"), c.req.valid("query"));
    const stopped = new AbortController();
    const signal = AbortSignal.any([c.req.raw.signal, stopped.signal]);
    const encoder = new TextEncoder();
    const lines = new ReadableStream<Uint8Array>({
      start: async (stream) => {
        const write = (line: RehearsalLine) => {
          if (!signal.aborted) stream.enqueue(encoder.encode(`${JSON.stringify(line)}\n`));
        };
        const progress = (done: number, of: number) => write({ progress: { done, of } });
        try {
          write({ result: await rehearse(ctx, prepared, { signal, progress }) });
        } catch (error) {
          if (!(error instanceof Problem) && !signal.aborted)
            ctx.log.error("a rehearsal failed", { organizationId: prepared.organization, error });
          write({ problem: { title: error instanceof Problem ? error.message : "The rehearsal failed." } });
        }
        if (!signal.aborted) stream.close();
      },
      cancel: () => stopped.abort(),
    });
    return new Response(lines, { status: 200, headers: { "content-type": "application/x-ndjson" } }) as never;
  });
