import type { CauseKind } from "../../contract/incident/words.ts";
import { type Fact, line, longestSubject, type Mail, mailOfParts, type Parts } from "./mail-body.ts";
import {
  type ChannelEvent,
  type IncidentEventType,
  type MessageIncident,
  type MessageSummary,
  namedMembers,
} from "./message.ts";
import { utcText } from "../../kit/time.ts";

const longestAdvice = 1_000;

const severities = { critical: "Critical", warning: "Warning", info: "Info" };

type IncidentMessage = Extract<ChannelEvent, { type: IncidentEventType }>;

/** The first words of the subject: what happened, or how bad it is. */
const heads: Readonly<Record<IncidentEventType, (severity: string) => string>> = {
  "incident.opened": (severity) => severity,
  "incident.changed": (severity) => `Changed, ${severity.toLowerCase()}`,
  "incident.acknowledged": () => "Acknowledged",
  "incident.resolved": () => "Resolved",
};

/**
 * Subject, text and HTML of one event. All names are clean, on one line, and escaped in the HTML.
 * @param isWhole whether the mail of an end is the first of its incident, so that it says when it began
 */
export const mailOf = (event: ChannelEvent, isWhole = false): Mail => mailOfParts(partsOf(event, isWhole));

/** What a message to people says, part by part. All texts are clean, and each is on one line. */
export function partsOf(event: ChannelEvent, isWhole: boolean): Parts {
  switch (event.type) {
    case "test.ping":
      return testParts(event);
    case "incident.summary":
      return summaryParts(event.at, event.summary);
    default:
      return incidentParts(event, isWhole);
  }
}

function testParts({ at, channel, link }: Extract<ChannelEvent, { type: "test.ping" }>): Parts {
  return {
    title: line(`Test of channel ${channel.name}`),
    facts: [["Sent", utcText(at)]],
    members: [],
    more: 0,
    advice: ["", "This is a test. The channel works when you can read it."],
    command: "",
    link,
    linkText: "Open the channels",
  };
}

function summaryParts(at: number, summary: MessageSummary): Parts {
  const named = summary.first.slice(0, namedMembers);
  return {
    title: line(titleOfSummary(summary), longestSubject),
    facts: [["Sent", utcText(at)]],
    members: named.map(({ severity, title, state }) => {
      const head = state === "resolved" ? "Resolved" : severities[severity];
      return `${head}: ${line(title)}`;
    }),
    more: Math.max(0, summary.opened + summary.changed + summary.resolved - named.length),
    advice: undefined,
    command: "",
    link: summary.links.web,
    linkText: "Open the incidents",
  };
}

/** What a summary is about, in one line. */
export function titleOfSummary({ opened, changed, resolved, first }: MessageSummary): string {
  const counts = Object.entries({ opened, changed, resolved }).flatMap(([what, count]) =>
    count > 0 ? [`${count} ${what}`] : [],
  );
  const total = opened + changed + resolved;
  const worst = first.find(({ state }) => state === "open");
  const tail = worst ? `. Worst: ${worst.title}` : "";
  return `${total} ${total === 1 ? "incident" : "incidents"}: ${counts.join(", ")}${tail}`;
}

function incidentParts(event: IncidentMessage, isWhole: boolean): Parts {
  const { incident } = event;
  const named = incident.affected.first.slice(0, namedMembers);
  const isOver = event.type === "incident.resolved";
  const head = isWhole ? spanOf(incident) : heads[event.type](severities[incident.severity]);
  return {
    title: line(`${head}: ${incident.title}`, longestSubject),
    facts: factsOf(incident),
    members: named.map(({ name, id, value }) => `${line(name) || line(id)}: ${line(value)}`),
    more: Math.max(0, incident.affected.count - named.length),
    advice:
      isOver || incident.advice === "" ? undefined : ["What to do: ", line(incident.advice, longestAdvice)],
    command: isOver ? "" : line(incident.command, longestAdvice),
    link: incident.links.web,
    linkText: "Open the incident",
  };
}

/** Such as "Over, 10:05–10:20 UTC". The dates are among the facts. */
function spanOf({ openedAt, since = openedAt, resolvedAt }: MessageIncident): string {
  const clock = (milliseconds: number) => new Date(milliseconds).toISOString().slice(11, 16);
  return `Over, ${clock(since)}–${clock(resolvedAt ?? openedAt)} UTC`;
}

/** What an incident is about, for people. A rule in common is no cause, and the title names it. */
const causes: Readonly<Record<Exclude<CauseKind, "rule">, string>> = {
  source: "account",
  key: "agent key",
  network: "network of",
  dropped: "agent",
  agent: "agent",
  host: "network of the agent",
  licence: "license of",
  deployment: "deployment",
  version: "version",
  channel: "channel",
  token: "API token",
};

function causeOf({ kind, name, id }: MessageIncident["cause"]): Fact[] {
  if (kind === "rule") return [];
  const what = Object.entries(causes).find(([known]) => known === kind)?.[1] ?? line(kind);
  return [["Cause", `${what} ${line(name) || line(id)}`]];
}

function factsOf(incident: MessageIncident): Fact[] {
  const { openedAt, since = openedAt, resolvedAt, cause, affected, acknowledged } = incident;
  return [
    ["Since", utcText(since)],
    ...(resolvedAt === null ? [] : [["Resolved", utcText(resolvedAt)] as const]),
    ...causeOf(cause),
    ["Affected", String(affected.count)],
    ...(acknowledged === null ? [] : [["Acknowledged", acknowledgement(acknowledged)] as const]),
  ];
}

const acknowledgement = ({ by, at, note }: NonNullable<MessageIncident["acknowledged"]>): string =>
  [`${line(by)}, ${utcText(at)}`, line(note)].filter(Boolean).join(": ");
