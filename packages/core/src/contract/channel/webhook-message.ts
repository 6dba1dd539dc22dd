import * as z from "zod";
import { messageTypes, type MessageType } from "./words.ts";
import { incidentSeverities, incidentStates } from "../incident/words.ts";

/*
 * What a webhook gets. The last message of an incident is the one with the highest `sequence`. A receiver should ignore
 * what it does not know: later versions may add fields, types and rules.
 */

const links = z.object({ web: z.string(), api: z.string() });

const summarized = z.object({
  id: z.string(),
  sequence: z.number().describe("Grows with each message about the incident"),
  severity: z.enum(incidentSeverities),
  title: z.string(),
  state: z.enum(incidentStates),
});

const incident = summarized.extend({
  rule: z.string().describe("Such as memory-full"),
  cause: z.object({ kind: z.string().describe("Such as deployment"), id: z.string(), name: z.string() }),
  openedAt: z.iso.datetime(),
  resolvedAt: z.iso.datetime().nullable(),
  acknowledged: z.object({ by: z.string(), at: z.iso.datetime(), note: z.string() }).nullable(),
  affected: z.object({
    count: z.number(),
    first: z
      .array(z.object({ id: z.string(), name: z.string(), value: z.string().describe("In words") }))
      .describe("At most 20"),
  }),
  advice: z.string().describe("What to do"),
  command: z.string().describe("A command that helps, or nothing"),
  links,
});

const ofIncident = z.object({ incident });

const summary = z.object({
  opened: z.number(),
  changed: z.number(),
  resolved: z.number(),
  first: z
    .array(summarized.extend({ links: links.pick({ web: true }) }))
    .describe("The most urgent ones, at most 50"),
  links,
});

/** The data of a message by its type. */
const dataOf = {
  "incident.opened": ofIncident,
  "incident.changed": ofIncident,
  "incident.acknowledged": ofIncident,
  "incident.resolved": ofIncident,
  "incident.summary": z.object({ summary }),
  "test.ping": z.object({
    channel: z.object({ id: z.string(), name: z.string() }),
    message: z.string(),
    links: links.pick({ web: true }),
  }),
} satisfies Record<MessageType, z.ZodType>;

/** A message of each type, as it is in the body. */
export const webhookMessages = messageTypes.map((type) => ({
  type,
  schema: z.object({
    type: z.literal(type),
    timestamp: z.iso.datetime().describe("When it happened"),
    data: dataOf[type],
  }),
}));
