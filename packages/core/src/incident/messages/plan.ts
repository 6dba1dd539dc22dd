import { brake, nothingSent, type SentLately } from "../../channel/delivery/brake.ts";
import { type ChannelKind, channelTraits } from "../../contract/channel/words.ts";
import type { IncidentSeverity } from "../../contract/incident/words.ts";
import { byUrgencyAndAge, isWorse } from "../judging/explain.ts";
import { type IncidentRecord, type Notified, silencedUntilAt } from "../rows/record.ts";

/** A channel that is on. */
export interface OpenChannel {
  id: string;
  kind: ChannelKind;
  /** What is less urgent is not sent. */
  minimum: IncidentSeverity;
}

export type NewsType = "incident.opened" | "incident.changed" | "incident.resolved";

/** What one channel does not know about an incident. */
export interface News {
  record: IncidentRecord;
  type: NewsType;
}

/** When messages went to each channel, by its id. */
export type SentByChannel = Readonly<Record<string, SentLately>>;

export interface Plan {
  single: (News & { channel: OpenChannel })[];
  summaries: { channel: OpenChannel; news: News[] }[];
  /** What is known to the channels afterwards, by the incident's id. */
  notified: Map<string, Notified>;
  sent: SentByChannel;
}

/**
 * Whether there may be something to say about an incident. It compares what was said with what is the case. So what is
 * missed in one pass, or kept back by a silence, is said in a later one.
 */
export function isPending(record: IncidentRecord, now: number): boolean {
  const { notified, sequence, resolvedAt } = record;
  if (notified.sequence >= sequence) return false;
  // A channel that was not notified of the incident needs no message of its end. One that was gets it, silence or not.
  if (resolvedAt !== null) return Object.keys(notified.channels).length > 0;
  return silencedUntilAt(record, now) === null;
}

/**
 * Which message goes to which channel.
 * @param pending incidents of `isPending`
 * @param together whether two messages to one channel already become a summary
 */
export function plan(
  pending: readonly IncidentRecord[],
  channels: readonly OpenChannel[],
  before: SentByChannel,
  { now, summarizes }: { now: number; summarizes: boolean },
): Plan {
  const known = new Map(pending.map(({ id, notified }) => [id, new Map(Object.entries(notified.channels))]));
  const waiting = new Set<string>();
  const result: Plan = { single: [], summaries: [], notified: new Map(), sent: {} };
  const urgent = pending.toSorted(byUrgency);
  const sent: Record<string, SentLately> = {};
  for (const channel of channels) {
    const news = urgent.flatMap((record): News[] => {
      const type = newsOf(record, channel);
      return type ? [{ record, type }] : [];
    });
    const braked = brake(news, before[channel.id] ?? nothingSent, now, summarizes);
    result.single.push(...braked.single.map((one) => ({ ...one, channel })));
    if (braked.summary.length > 0) result.summaries.push({ channel, news: braked.summary });
    if (braked.sent.times.length > 0 || braked.sent.summary !== null) sent[channel.id] = braked.sent;
    const out = new Set([...braked.single, ...braked.summary]);
    for (const one of news)
      if (out.has(one)) known.get(one.record.id)?.set(channel.id, one.record.sequence);
      else waiting.add(one.record.id);
  }
  for (const { id, sequence, notified } of pending)
    result.notified.set(id, {
      sequence: waiting.has(id) ? notified.sequence : sequence,
      channels: Object.fromEntries(known.get(id) ?? []),
    });
  return { ...result, sent };
}

function newsOf(record: IncidentRecord, { id, kind, minimum }: OpenChannel): NewsType | undefined {
  const { notified, sequence, severity, resolvedAt, members: subjects } = record;
  // What is wrong with a channel is of no use there.
  if (subjects.some((subject) => subject.id === id)) return undefined;
  const last = notified.channels[id];
  if (last === undefined)
    return resolvedAt === null && !isWorse(minimum, severity) ? "incident.opened" : undefined;
  if (last >= sequence || channelTraits[kind].events === "openings") return undefined;
  return resolvedAt === null ? "incident.changed" : "incident.resolved";
}

/** What is over comes last. */
const byUrgency = (one: IncidentRecord, other: IncidentRecord): number =>
  Number(one.resolvedAt !== null) - Number(other.resolvedAt !== null) || byUrgencyAndAge(one, other);
