import { bodyOf, type ChannelEvent } from "@shardwatch/core/channel/message";
import { channelEventTypes } from "@shardwatch/core/contract/channel-words";
import { webhookMessages } from "@shardwatch/core/contract/webhook-message";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { incidentEvent, messageIncident, opened, testPing } from "../support/messages.ts";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
const ajv = addFormats.default(new Ajv2020({ strict: false }));

const open = messageIncident({ acknowledged: { by: "Ada", at: opened, note: "" } });
const over = messageIncident({ state: "resolved", resolvedAt: opened });
const { id, sequence, severity, title, state, links } = over;
const summary = {
  opened: 1,
  changed: 0,
  resolved: 3,
  first: [{ id, sequence, severity, title, state, web: links.web }],
  links,
};
const events: readonly ChannelEvent[] = [
  incidentEvent(open, "incident.opened"),
  incidentEvent(open, "incident.changed"),
  incidentEvent(open, "incident.acknowledged"),
  incidentEvent(over, "incident.resolved"),
  { type: "incident.summary", at: opened, summary },
  testPing("On call"),
];

interface Published {
  webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
}

test("CHN02 the API's description has a schema of each message, and the message has what is in it and no more", async () => {
  const { webhooks } = (await (await world.app.request("/openapi.json")).json()) as Published;
  expect(Object.keys(webhooks)).toEqual(channelEventTypes);
  expect(events.map(({ type }) => type)).toEqual(channelEventTypes);
  for (const event of events) {
    const body: unknown = JSON.parse(bodyOf(event));
    const schema = webhooks[event.type]?.post.requestBody.content["application/json"]?.schema ?? {};
    const isValid = ajv.compile(schema);
    expect(isValid(body), JSON.stringify(isValid.errors)).toBe(true);
    for (const name of ["type", "timestamp", "data"])
      expect(isValid({ ...(body as object), [name]: undefined }), name).toBe(false);
    // What no schema names is left out by the parser.
    expect(webhookMessages.find(({ type }) => type === event.type)?.schema.parse(body)).toEqual(body);
  }
  const page = await (await world.app.request("/reference")).text();
  for (const type of channelEventTypes) expect(page).toContain(`<code>POST ${type}</code>`);
});
