/*
 * What a channel says of an incident. Names in it come from customers and from their servers. In JSON they are data
 * and stay as they are; `mail.ts` escapes them.
 */

/** A deployment, agent or account that an incident is about. */
export interface MessageMember {
  id: string;
  name: string;
  /** In words, such as "96.0%". */
  value: string;
}

/** An incident as a message needs it. Times are Unix epochs in milliseconds. */
export interface MessageIncident {
  id: string;
  /** Grows with every event of the incident, so that a receiver can drop a late one. */
  sequence: number;
  /** Id of the rule, such as memory-full. */
  rule: string;
  severity: "critical" | "warning" | "info";
  title: string;
  cause: { kind: string; id: string; name: string };
  openedAt: number;
  /** Since when it lasts. A message that a former release has stored does not say it. */
  since?: number;
  state: "open" | "resolved";
  resolvedAt: number | null;
  acknowledged: { by: string; at: number; note: string } | null;
  /** How many it affects, and the first of them; `bodyOf` and `mailOf` use at most 20. */
  affected: { count: number; first: readonly MessageMember[] };
  /** What to do, as one paragraph of plain text; "" for nothing. */
  advice: string;
  /** A command that helps, on one line; "" for none. */
  command: string;
  links: { web: string; api: string };
}

export type IncidentEventType =
  | "incident.opened"
  | "incident.changed"
  | "incident.acknowledged"
  | "incident.resolved";

/** An incident among many. */
export type SummarizedIncident = Pick<MessageIncident, "id" | "sequence" | "severity" | "title" | "state"> & {
  /** The address of its page. */
  web: string;
};

/** Many incidents as one message: it takes the place of a message for each. */
export interface MessageSummary {
  opened: number;
  changed: number;
  resolved: number;
  /** Those of this message, the most urgent first; `bodyOf` uses at most 50 and `mailOf` 20. */
  first: readonly SummarizedIncident[];
  links: { web: string; api: string };
}

/** What happened, and when: Unix epoch in milliseconds. */
export type ChannelEvent =
  | { type: IncidentEventType; at: number; incident: MessageIncident }
  | { type: "incident.summary"; at: number; summary: MessageSummary }
  /** A person tries the channel. */
  | { type: "test.ping"; at: number; channel: { id: string; name: string }; link: string };

/** The longest body, in bytes. */
export const longestBody = 20 * 1024;
/** How many members a message names. */
export const namedMembers = 20;
/** How many incidents a summary names. */
export const summarizedIncidents = 50;
/** Longest texts in UTF-16 units. In JSON a unit takes six bytes at most, so the texts alone fit a body. */
const longest = { word: 100, name: 300, title: 300, advice: 800, command: 300, note: 300, link: 300 };

/**
 * The body of a webhook: JSON of at most `longestBody` bytes. Members are left out from the end until it fits; the count
 * stays. Names stay whole, because receivers compare them.
 */
export function bodyOf(event: ChannelEvent): string {
  switch (event.type) {
    case "test.ping":
      return textOf(event, testData(event));
    case "incident.summary": {
      const { summary } = event;
      return longestThatFits(
        Math.min(summarizedIncidents, summary.first.length),
        (count) => textOf(event, { summary: summaryData(summary, count) }),
        fitsBody,
      );
    }
    default: {
      const { incident } = event;
      return longestThatFits(
        Math.min(namedMembers, incident.affected.first.length),
        (members) => textOf(event, { incident: incidentData(incident, members) }),
        fitsBody,
      );
    }
  }
}

/**
 * The message with the most of its parts that fits; the one with none where none fits.
 * @param make the message with so many parts
 */
export function longestThatFits<Message>(
  most: number,
  make: (count: number) => Message,
  fits: (message: Message) => boolean,
): Message {
  for (let count = most; ; count -= 1) {
    const message = make(count);
    if (count === 0 || fits(message)) return message;
  }
}

const fitsBody = (text: string): boolean => Buffer.byteLength(text) <= longestBody;

const textOf = ({ type, at }: ChannelEvent, data: object): string =>
  JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });

const testData = ({ channel, link }: Extract<ChannelEvent, { type: "test.ping" }>) => ({
  channel: { id: cut(channel.id, longest.word), name: cut(channel.name, longest.name) },
  message: "This is a test. The channel works when you can read it.",
  links: { web: cut(link, longest.link) },
});

const summaryData = ({ opened, changed, resolved, first, links }: MessageSummary, count: number) => ({
  opened,
  changed,
  resolved,
  first: first.slice(0, count).map(({ id, sequence, severity, title, state, web }) => ({
    id,
    sequence,
    severity,
    title: cut(title, longest.title),
    state,
    links: { web: cut(web, longest.link) },
  })),
  links: { web: cut(links.web, longest.link), api: cut(links.api, longest.link) },
});

const incidentData = (incident: MessageIncident, members: number) => ({
  id: incident.id,
  sequence: incident.sequence,
  rule: incident.rule,
  severity: incident.severity,
  title: cut(incident.title, longest.title),
  cause: {
    kind: incident.cause.kind,
    id: cut(incident.cause.id, longest.word),
    name: cut(incident.cause.name, longest.name),
  },
  openedAt: new Date(incident.openedAt).toISOString(),
  state: incident.state,
  resolvedAt: incident.resolvedAt === null ? null : new Date(incident.resolvedAt).toISOString(),
  acknowledged: incident.acknowledged && {
    by: cut(incident.acknowledged.by, longest.word),
    at: new Date(incident.acknowledged.at).toISOString(),
    note: cut(incident.acknowledged.note, longest.note),
  },
  affected: {
    count: incident.affected.count,
    first: incident.affected.first.slice(0, members).map(({ id, name, value }) => ({
      id: cut(id, longest.word),
      name: cut(name, longest.name),
      value: cut(value, longest.word),
    })),
  },
  advice: cut(incident.advice, longest.advice),
  command: cut(incident.command, longest.command),
  links: { web: cut(incident.links.web, longest.link), api: cut(incident.links.api, longest.link) },
});

/**
 * The begin of a text, and "…" where it was cut. `truncate` counts graphemes, of which one can be of any length. No
 * pair of surrogates is cut in half.
 */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
