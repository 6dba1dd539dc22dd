import { line } from "./mail-body.ts";
import { cut, type MessageIncident, namedMembers } from "./message.ts";

/** What an event does to an alert. */
export type AlertAction = "trigger" | "acknowledge" | "resolve";

/** An event for PagerDuty's Events API v2, without the key. */
export interface AlertEvent {
  event_action: AlertAction;
  dedup_key: string;
  client: "Shardwatch";
  client_url: string;
  links: { href: string; text: string }[];
  payload?: {
    summary: string;
    source: string;
    severity: "critical" | "warning" | "info";
    timestamp: string;
    component?: string;
    class: string;
    custom_details: object;
  };
}

const longestSummary = 1_024;

/** The event that brings an alert to a state. PagerDuty knows the alert by the id of the incident. */
export function alertEvent(incident: MessageIncident, action: AlertAction): AlertEvent {
  const { id, title, severity, cause, openedAt, since = openedAt, rule, affected, advice, links } = incident;
  const common: AlertEvent = {
    event_action: action,
    dedup_key: id,
    client: "Shardwatch",
    client_url: links.web,
    links: [{ href: links.web, text: "Open the incident" }],
  };
  if (action !== "trigger") return common;
  return {
    ...common,
    payload: {
      summary: cut(line(title, longestSummary), longestSummary),
      source: line(cause.name) || line(cause.id) || "Shardwatch",
      severity,
      timestamp: new Date(since).toISOString(),
      component: line(cause.kind),
      class: line(rule),
      custom_details: {
        affected: affected.count,
        members: affected.first
          .slice(0, namedMembers)
          .map(({ name, id: memberId, value }) => `${line(name) || line(memberId)}: ${line(value)}`),
        ...(advice !== "" && { advice: line(advice, 1_000) }),
      },
    },
  };
}

/** A test: an alert that begins and ends at once. */
export const testAlert = (
  { channel, link, at }: { channel: { id: string; name: string }; link: string; at: number },
  action: "trigger" | "resolve",
): AlertEvent => ({
  event_action: action,
  dedup_key: `test-${channel.id}-${at}`,
  client: "Shardwatch",
  client_url: link,
  links: [{ href: link, text: "Open the channels" }],
  ...(action === "trigger" && {
    payload: {
      summary: line(`Test of channel ${channel.name}`),
      source: "Shardwatch",
      severity: "info",
      timestamp: new Date(at).toISOString(),
      class: "test",
      custom_details: { message: "This is a test. The channel works when you can read it." },
    },
  }),
});
