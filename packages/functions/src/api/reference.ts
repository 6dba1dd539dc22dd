import type { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import { prepareText, sendPrepared } from "../http/compress.ts";
import type { Env } from "../http/request-variables.ts";
import { allow } from "./allow.ts";
import { referencePage } from "./reference-page.ts";
import { json, route, router } from "./route.ts";
import type { MessageType } from "@shardwatch/core/contract/channel/words";
import { webhookMessages } from "@shardwatch/core/contract/channel/webhook-message";

const summaries: Readonly<Record<MessageType, string>> = {
  "incident.opened": "An incident opened",
  "incident.changed": "An incident became more urgent, or concerns more",
  "incident.acknowledged": "Somebody looks after an incident",
  "incident.resolved": "An incident is over",
  "incident.summary": "Many incidents opened, changed or ended at a time",
  "test.ping": "Somebody tries the channel",
};

/** The headers of Standard Webhooks, whose libraries verify the signature. */
const headers = [
  ["webhook-id", "The same at every attempt of one message"],
  ["webhook-timestamp", "When it was sent, in seconds since 1970"],
  ["webhook-signature", "One or more signatures, set apart by spaces"],
] as const;

const parameters = headers.map(([name, description]) => ({
  name,
  in: "header" as const,
  required: true,
  description,
  schema: { type: "string" as const },
}));

/** Adds to the API's description what it sends to webhooks. */
function describeWebhooks(app: OpenAPIHono<Env>): void {
  for (const { type, schema } of webhookMessages)
    app.openAPIRegistry.registerWebhook({
      method: "post",
      path: type,
      summary: summaries[type],
      parameters,
      request: { body: { required: true, ...json(schema, "The body that was signed") } },
      responses: {
        "2XX": { description: "It has arrived. Anything else is repeated later, and 410 ends it" },
      },
    });
}

const documentRoute = route({
  ...allow.public,
  method: "get",
  path: "/openapi.json",
  summary: "This document",
  responses: { 200: json(z.record(z.string(), z.unknown()), "OpenAPI 3.1") },
});

const pageRoute = route({
  ...allow.public,
  method: "get",
  path: "/reference",
  summary: "This document as a page to read",
  responses: { 200: { description: "HTML", content: { "text/html": { schema: z.string() } } } },
});

/**
 * The API's own description, made from the routes' declarations at the first request. Anybody may ask, so nothing is
 * made twice: each takes 18 ms.
 */
export function reference(app: OpenAPIHono<Env>) {
  app.openAPIRegistry.registerComponent("securitySchemes", "session", {
    type: "apiKey",
    in: "cookie",
    name: "shardwatch_session",
    description:
      "Set by POST /auth/login. Requests that change something also need the application's address as Origin.",
  });
  app.openAPIRegistry.registerComponent("securitySchemes", "agentKey", {
    type: "http",
    scheme: "bearer",
    description: "An agent key, as returned once by POST /access-key.",
  });
  app.openAPIRegistry.registerComponent("securitySchemes", "token", {
    type: "http",
    scheme: "bearer",
    description: "An API token, as returned once by POST /tokens, with the named scope. It needs no Origin.",
  });
  describeWebhooks(app);
  const texts = prepared(async (version: string) => {
    const info = { title: "Shardwatch API", version };
    const document = app.getOpenAPI31Document({ openapi: "3.1.0", info });
    return {
      document: prepareText(JSON.stringify(document)),
      page: prepareText(String(await referencePage(document))),
    };
  });
  const routes = router();
  for (const declared of [documentRoute, pageRoute]) routes.openAPIRegistry.registerPath(declared);
  routes.get(documentRoute.path, documentRoute.middleware, async (c) => {
    c.header("content-type", "application/json");
    return sendPrepared(c, (await texts(c.var.ctx.settings.version)).document);
  });
  routes.get(pageRoute.path, pageRoute.middleware, async (c) => {
    c.header("content-type", "text/html; charset=UTF-8");
    c.header("content-security-policy", "default-src 'none'; style-src 'self'; frame-ancestors 'none'");
    return sendPrepared(c, (await texts(c.var.ctx.settings.version)).page);
  });
  return routes;
}

/** The answer of the first call, for all calls. */
function prepared<T>(make: (version: string) => Promise<T>): (version: string) => Promise<T> {
  let made: Promise<T> | undefined;
  return (version) => (made ??= make(version));
}
