import { brake, type Braked, nothingSent, type SentLately } from "../../channel/delivery/brake.ts";
import { type ChannelKind, channelTraits } from "../../contract/channel/words.ts";
import type { IncidentSeverity } from "../../contract/incident/words.ts";
import { isWithin } from "../../contract/incident/weekly-hours.ts";
import { isWorse } from "../../contract/incident/severity-order.ts";
import { byUrgencyAndAge } from "../judging/explain.ts";
import { type IncidentRecord, type Notified, silencedUntilAt } from "../rows/record.ts";
import type { RuleBook } from "../rules/book.ts";
import { everywhere, type Receiver, receiversOf, type Routing } from "./receivers.ts";

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

/** Where and when the messages of a rule go out. */
export type RoutingOf = RuleBook["routingOf"];

/**
 * Whether there may be something to say about an incident. It compares what was said with what is the case. So what is
 * missed in one pass, or kept back by a silence or by weekly hours, is said in a later one.
 */
export function isPending(record: IncidentRecord, now: number, routingOf: RoutingOf): boolean {
  const { notified, sequence, resolvedAt } = record;
  if (notified.sequence >= sequence) return false;
  // A channel that was not notified of the incident needs no message of its end. One that was gets it, silence or not.
  if (resolvedAt !== null) return Object.keys(notified.channels).length > 0;
  const { hours } = routingOf(record.rule);
  return silencedUntilAt(record, now) === null && (hours === null || isWithin(hours, now));
}

interface Options {
  now: number;
  /** Whether two messages to one channel already become a summary. */
  summarizes: boolean;
  routingOf: RoutingOf;
  /** The routes of the organization. Left out for none. */
  routing?: Routing<IncidentRecord> | undefined;
}

/**
 * Which message goes to which channel.
 * @param pending incidents of `isPending`
 */
export function plan(
  pending: readonly IncidentRecord[],
  channels: readonly OpenChannel[],
  before: SentByChannel,
  { now, summarizes, routingOf, routing }: Options,
): Plan {
  const known = new Map(pending.map(({ id, notified }) => [id, new Map(Object.entries(notified.channels))]));
  const summarized = new Map(pending.map(({ id, notified }) => [id, new Set(notified.summarized)]));
  const waiting = new Set<string>();
  const result: Plan = { single: [], summaries: [], notified: new Map(), sent: {} };
  const urgent = pending.toSorted(byUrgency);
  const sent: Record<string, SentLately> = {};
  const isRouted = routesTo(channels, routingOf, routing);
  for (const channel of channels) {
    const news = urgent.flatMap((record): News[] => {
      const type = newsOf(record, channel, isRouted);
      return type ? [{ record, type }] : [];
    });
    const quiet = news.filter((one) => isQuiet(one, channel));
    const noisy = quiet.length === 0 ? news : news.filter((one) => !quiet.includes(one));
    const braked = brake(noisy, before[channel.id] ?? nothingSent, now, summarizes);
    braked.single.push(...quiet);
    result.single.push(...braked.single.map((one) => ({ ...one, channel })));
    if (braked.summary.length > 0) result.summaries.push({ channel, news: braked.summary });
    if (channelTraits[channel.kind].inPlace) noteSummarized(summarized, channel.id, braked);
    if (braked.sent.times.length > 0 || braked.sent.summary !== null) sent[channel.id] = braked.sent;
    const out = new Set([...braked.single, ...braked.summary]);
    for (const one of news)
      if (out.has(one)) known.get(one.record.id)?.set(channel.id, one.record.sequence);
      else waiting.add(one.record.id);
  }
  for (const { id, sequence, notified } of pending) {
    const bySummary = [...(summarized.get(id) ?? [])];
    result.notified.set(id, {
      sequence: waiting.has(id) ? notified.sequence : sequence,
      channels: Object.fromEntries(known.get(id) ?? []),
      ...(bySummary.length > 0 && { summarized: bySummary }),
    });
  }
  return { ...result, sent };
}

/**
 * Whether a message makes no noise, or its channel has to have it whatever else goes there. A message that is changed in
 * place would otherwise go on showing what is over.
 */
function isQuiet({ record: { notified }, type }: News, { id, kind }: OpenChannel): boolean {
  const { storms, inPlace } = channelTraits[kind];
  if (storms === "each") return true;
  return inPlace && type !== "incident.opened" && !notified.summarized?.includes(id);
}

/** Notes which incidents have no message of their own in a channel, and which ones have one now. */
function noteSummarized(
  summarized: ReadonlyMap<string, Set<string>>,
  channelId: string,
  { single, summary }: Pick<Braked<News>, "single" | "summary">,
): void {
  for (const { record } of single) summarized.get(record.id)?.delete(channelId);
  for (const { record } of summary) summarized.get(record.id)?.add(channelId);
}

type IsRouted<About> = (about: About, channelId: string) => boolean;

/**
 * Whether an incident is sent to a channel. The channels of its rule take the place of the routes. Where none of them is
 * on, its messages go where everything else goes: somebody has to know.
 */
export function routesTo<About extends Pick<IncidentRecord, "rule" | "severity"> & Partial<IncidentRecord>>(
  channels: readonly Receiver[],
  routingOf: RoutingOf,
  { choose, rest }: Routing<About> = everywhere,
): IsRouted<About> {
  const known = new Map<About, ReadonlySet<string>>();
  const find = (about: About): ReadonlySet<string> => {
    const { channels: own } = routingOf(about.rule);
    const { members: subjects = [] } = about;
    // What is wrong with a channel is of no use there.
    const usable = channels.filter(({ id }) => !subjects.some((subject) => subject.id === id));
    if (own !== null && (own.length === 0 || usable.some(({ id }) => own.includes(id)))) return new Set(own);
    const chosen = own === null ? choose(about) : { routes: [], rest: true };
    return receiversOf(usable, chosen, rest, about.severity);
  };
  return (about, channelId) => {
    const receivers = known.get(about) ?? find(about);
    known.set(about, receivers);
    return receivers.has(channelId);
  };
}

function newsOf(
  record: IncidentRecord,
  { id, kind, minimum }: OpenChannel,
  isRouted: IsRouted<IncidentRecord>,
): NewsType | undefined {
  const { notified, sequence, severity, resolvedAt, members: subjects } = record;
  // What is wrong with a channel is of no use there.
  if (subjects.some((subject) => subject.id === id)) return undefined;
  const last = notified.channels[id];
  if (last === undefined)
    return resolvedAt === null && !isWorse(minimum, severity) && isRouted(record, id)
      ? "incident.opened"
      : undefined;
  if (last >= sequence || channelTraits[kind].events === "openings") return undefined;
  return resolvedAt === null ? "incident.changed" : "incident.resolved";
}

/** What is over comes last. */
const byUrgency = (one: IncidentRecord, other: IncidentRecord): number =>
  Number(one.resolvedAt !== null) - Number(other.resolvedAt !== null) || byUrgencyAndAge(one, other);
