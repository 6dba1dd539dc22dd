import type { OpenAPIHono } from "@hono/zod-openapi";
import type { MessageType } from "@shardwatch/core/contract/channel/words";
import { webhookMessages } from "@shardwatch/core/contract/channel/webhook-message";
import type { Env } from "../http/request-variables.ts";
import { json } from "./route.ts";

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
export function describeWebhooks(app: OpenAPIHono<Env>): void {
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
