import type { OpenAPIHono } from "@hono/zod-openapi";
import * as z from "zod";
import type { Env } from "../http/request-variables.ts";
import { allow } from "./allow.ts";
import { referencePage } from "./reference-page.ts";
import { json, route, router } from "./route.ts";
import { describeWebhooks } from "./webhook-reference.ts";

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

/** The API's own description, made from the routes' declarations when a caller requests it. */
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
  describeWebhooks(app);
  let made: ReturnType<typeof app.getOpenAPI31Document> | undefined;
  const describe = (version: string) =>
    (made ??= app.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "Shardwatch API", version } }));
  return router()
    .openapi(documentRoute, (c) => {
      const document = describe(c.var.ctx.settings.version);
      return c.json(document as unknown as Record<string, unknown>, 200);
    })
    .openapi(pageRoute, (c) => {
      c.header("content-security-policy", "default-src 'none'; style-src 'self'; frame-ancestors 'none'");
      return c.html(referencePage(describe(c.var.ctx.settings.version)), 200);
    });
}
