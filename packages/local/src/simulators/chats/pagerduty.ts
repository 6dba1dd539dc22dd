import { parseJson } from "@shardwatch/core/adapters/http/bounded-fetch";
import { type Context, Hono } from "hono";
import * as z from "zod";
import { createPlaces, type Place, withNewest } from "./places.ts";
import { type ChatEnv, noSpace, serve } from "./serve.ts";

/*
 * PagerDuty's Events API v2. Facts: PagerDuty/developer-docs, events-API-v2, "Overview", "Trigger Events" and
 * "Rate Limits".
 */

const actions = ["trigger", "acknowledge", "resolve"] as const;
export type PagerDutyAction = (typeof actions)[number];

const severities = ["critical", "error", "warning", "info"] as const;

/** An event that was added to an alert. */
export interface LogLine {
  /** Unix epoch in milliseconds. */
  at: number;
  action: PagerDutyAction;
  /** What a trigger says, which may differ from what the alert began with. */
  summary?: string;
  severity?: string;
}

export interface Alert extends Payload {
  dedup_key: string;
  state: "triggered" | "acknowledged" | "resolved";
  client?: string | undefined;
  client_url?: string | undefined;
  links: { href: string; text?: string | undefined }[];
  /** The oldest first. */
  log: LogLine[];
}

/** An event that was accepted and changed nothing. */
export interface DroppedEvent {
  at: number;
  action: PagerDutyAction;
  dedup_key: string;
}

export interface PagerDutyKey {
  /** The oldest first. */
  alerts: Alert[];
  dropped: DroppedEvent[];
}

const keyLength = 32;

export const createPagerDuty = (service: "pagerduty" | "pagerduty-eu") =>
  createPlaces<PagerDutyKey>({
    service,
    nameOf: (key) => (key.length === keyLength ? key : undefined),
    empty: () => ({ alerts: [], dropped: [] }),
  });

type Keys = ReturnType<typeof createPagerDuty>;

const text = (field: string, longest: number) => {
  const missing = `'${field}' is missing or blank`;
  return z.string(missing).min(1, missing).max(longest, `'${field}' is longer than ${longest} characters`);
};

const payloadSchema = z.object(
  {
    summary: text("payload.summary", 1_024),
    source: text("payload.source", 1_024),
    severity: z.enum(severities, `'payload.severity' must be one of: ${severities.join(", ")}`),
    timestamp: z.string().optional(),
    component: z.string().optional(),
    group: z.string().optional(),
    class: z.string().optional(),
    custom_details: z
      .record(z.string(), z.unknown(), "'payload.custom_details' must be an object")
      .optional(),
  },
  "'payload' is missing or blank",
);

type Payload = z.infer<typeof payloadSchema>;

const dedupKey = text("dedup_key", 255);

const common = z.object({
  routing_key: z
    .string("'routing_key' is missing or blank")
    .length(keyLength, `Length of 'routing_key' is incorrect (should be ${keyLength} characters)`),
});

const eventSchema = z.discriminatedUnion(
  "event_action",
  [
    common.extend({
      event_action: z.literal("trigger"),
      dedup_key: dedupKey.optional(),
      payload: payloadSchema,
      client: z.string().optional(),
      client_url: z.string().optional(),
      links: z.array(z.object({ href: text("links.href", 2_048), text: z.string().optional() })).default([]),
    }),
    common.extend({ event_action: z.enum(["acknowledge", "resolve"]), dedup_key: dedupKey }),
  ],
  `'event_action' must be one of: ${actions.join(", ")}`,
);

type PagerDutyEvent = z.infer<typeof eventSchema>;
type Trigger = Extract<PagerDutyEvent, { event_action: "trigger" }>;

const invalid = (errors: string[]) => ({
  status: "invalid event",
  message: "Event object is invalid",
  errors,
});

const longestEvent = 512 * 1_024;
const longestDetails = 32 * 1_024;

export function pagerDutyApi(keys: Keys, now: () => number) {
  const app = new Hono<ChatEnv>();
  app.post("/v2/enqueue", (c) => answerEvent(c, keys, now()));
  return app;
}

async function answerEvent(c: Context<ChatEnv>, keys: Keys, now: number): Promise<Response> {
  const body = await c.req.text();
  if (Buffer.byteLength(body) > longestEvent)
    return c.json(invalid([`the event is longer than ${longestEvent} bytes`]), 400);
  const read = eventSchema.safeParse(parseJson(body));
  if (!read.success) return c.json(invalid(read.error.issues.map(({ message }) => message)), 400);
  const event = read.data;
  const key = keys.place(event.routing_key);
  if (!key) return noSpace(c);
  return await serve(c, {
    place: key,
    now,
    limit: { of: "events", most: 120, within: 60_000 },
    take: () => {
      if (key.fault === "400") return c.json(invalid(["the simulator refuses every event"]), 400);
      const dedup = take(key, event, now);
      return c.json({ status: "success", message: "Event processed", dedup_key: dedup }, 202);
    },
    tooMany: { status: "throttle exceeded", message: "Requests for this service are arriving too quickly." },
    broken: { status: "error", message: "Internal server error" },
  });
}

/** Does what PagerDuty does with an event. @returns the event's `dedup_key`, which a trigger need not have */
function take({ content }: Place<PagerDutyKey>, event: PagerDutyEvent, now: number): string {
  const { event_action: action, dedup_key: key = crypto.randomUUID().replaceAll("-", "") } = event;
  const open = content.alerts.findLast((alert) => alert.dedup_key === key && alert.state !== "resolved");
  if (event.event_action === "trigger") {
    const { summary, severity } = event.payload;
    const line = { at: now, action, summary, severity };
    // A further trigger is a line in the log: the alert keeps its state, its summary and its severity.
    if (open) open.log = withNewest(open.log, line);
    else content.alerts = withNewest(content.alerts, { ...alertOf(key, event), log: [line] });
  } else if (open) {
    open.state = event.event_action === "resolve" ? "resolved" : "acknowledged";
    open.log = withNewest(open.log, { at: now, action });
  } else content.dropped = withNewest(content.dropped, { at: now, action, dedup_key: key });
  return key;
}

function alertOf(key: string, { payload, client, client_url, links }: Trigger): Omit<Alert, "log"> {
  const { custom_details: details, ...rest } = payload;
  const isLong = JSON.stringify(details ?? {}).length > longestDetails;
  const kept = isLong ? { "too long": "The simulator does not keep details of this length." } : details;
  return {
    ...rest,
    ...(kept && { custom_details: kept }),
    dedup_key: key,
    state: "triggered",
    client,
    client_url,
    links,
  };
}
