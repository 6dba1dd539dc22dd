import type { CauseKind } from "../../contract/incident/words.ts";
import { cleanText } from "../../kit/foreign-text.ts";
import {
  type ChannelEvent,
  cut,
  type IncidentEventType,
  type MessageIncident,
  type MessageSummary,
  namedMembers,
} from "./message.ts";

/** A message for the people of an organization. */
export interface Mail {
  /** One line without control characters, at most 150 UTF-16 units. */
  subject: string;
  text: string;
  html: string;
}

const longestSubject = 150;
const longestName = 200;
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

/** A fact with its label. */
type Fact = readonly [label: string, value: string];

interface Parts {
  title: string;
  facts: Fact[];
  members: string[];
  /** How many are not named. */
  more: number;
  /** With "" as label for a text that needs none. */
  advice: Fact | undefined;
  command: string;
  link: string;
  linkText: string;
}

/**
 * Subject, text and HTML of one event. All names are clean, on one line, and escaped in the HTML.
 * @param isWhole whether the mail of an end is the first of its incident, so that it says when it began
 */
export function mailOf(event: ChannelEvent, isWhole = false): Mail {
  const { title: named, ...others } = partsOf(event, isWhole);
  // An encoded word of a header (RFC 2047) would bring back characters that are removed from names.
  const title = cut(named.replaceAll("=?", "= ?"), longestSubject);
  const parts = { ...others, title };
  return { subject: title, text: textOf(parts), html: htmlOf(parts) };
}

function partsOf(event: ChannelEvent, isWhole: boolean): Parts {
  switch (event.type) {
    case "test.ping":
      return testParts(event);
    case "incident.summary":
      return summaryParts(event.at, event.summary);
    default:
      return incidentParts(event, isWhole);
  }
}

/** A text of others as part of one line. A line break would begin another header, or a line that looks like ours. */
const line = (text: string, length = longestName): string => cut(cleanText(text).trim(), length);

const time = (milliseconds: number): string =>
  `${new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ")} UTC`;

function testParts({ at, channel, link }: Extract<ChannelEvent, { type: "test.ping" }>): Parts {
  return {
    title: line(`Test of the channel ${channel.name}`),
    facts: [["Sent", time(at)]],
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
    facts: [["Sent", time(at)]],
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
};

function causeOf({ kind, name, id }: MessageIncident["cause"]): Fact[] {
  if (kind === "rule") return [];
  const what = Object.entries(causes).find(([known]) => known === kind)?.[1] ?? line(kind);
  return [["Cause", `${what} ${line(name) || line(id)}`]];
}

function factsOf(incident: MessageIncident): Fact[] {
  const { openedAt, since = openedAt, resolvedAt, cause, affected, acknowledged } = incident;
  return [
    ["Since", time(since)],
    ...(resolvedAt === null ? [] : [["Resolved", time(resolvedAt)] as const]),
    ...causeOf(cause),
    ["Affected", String(affected.count)],
    ...(acknowledged === null ? [] : [["Acknowledged", acknowledgement(acknowledged)] as const]),
  ];
}

const acknowledgement = ({ by, at, note }: NonNullable<MessageIncident["acknowledged"]>): string =>
  [`${line(by)}, ${time(at)}`, line(note)].filter(Boolean).join(": ");

function textOf({ title, facts, members, more, advice, command, link, linkText }: Parts): string {
  const named = members.map((member) => `- ${member}`);
  if (more > 0) named.push(`and ${more} more`);
  const blocks = [
    [title],
    facts.map(([label, value]) => `${label}: ${value}`),
    named,
    advice ? [advice.join("")] : [],
    command ? [`    ${command}`] : [],
    [`${linkText}: ${line(link, 2_000)}`],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join("\n"))
    .join("\n\n")}\n`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

/** A name in a script from right to left must not turn the words around it. */
const isolated = (text: string): string => `<bdi>${escape(text)}</bdi>`;

const gray = "color:#5b6472";

function htmlOf({ title, facts, members, more, advice, command, link, linkText }: Parts): string {
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td style="${gray};padding:2px 16px 2px 0">${escape(label)}</td><td>${isolated(value)}</td></tr>`,
  );
  const items = members.map((member) => `<li>${isolated(member)}</li>`);
  if (more > 0) items.push(`<li>and ${more} more</li>`);
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<title>${escape(title)}</title></head>`,
    '<body style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#1a1f29">',
    `<h1 style="font-size:18px">${isolated(title)}</h1>`,
    `<table role="presentation">${rows.join("")}</table>`,
    items.length > 0 ? `<ul>${items.join("")}</ul>` : "",
    advice ? `<p><b>${escape(advice[0])}</b>${isolated(advice[1])}</p>` : "",
    command ? `<pre>${escape(command)}</pre>` : "",
    `<p><a href="${escape(line(link, 2_000))}">${escape(linkText)}</a></p>`,
    "</body></html>\n",
  ].join("\n");
}
