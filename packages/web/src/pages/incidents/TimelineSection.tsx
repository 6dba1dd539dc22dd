import type { ChannelEventType, DeliveryState } from "@shardwatch/core/contract/channel/words";
import type { IncidentDetail } from "@shardwatch/core/contract/incident/incident";
import type { IncidentEventKind, Resolution } from "@shardwatch/core/contract/incident/words";
import { Check, CircleX, Clock, type LucideIcon, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { endings } from "../../incidents/states.ts";
import { shortTime } from "../../lib/time/short-time.ts";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { Section } from "../../ui/section/Section.tsx";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";

type Event = IncidentDetail["timeline"][number];
type Message = IncidentDetail["messages"][number];

const happened: Readonly<Record<IncidentEventKind, string>> = {
  opened: "Opened",
  joined: "More joined",
  rose: "Severity rose",
  flapping: "Began to flap",
  acknowledged: "Acknowledged",
  unacknowledged: "Acknowledgement undone",
  intended: "Marked as intended",
  patched: "Marked as patched by the distribution",
  unpatched: "No longer marked as patched",
  silenced: "Silenced",
  unsilenced: "Silence ended",
  resolved: "Over",
};

const deliveryStates: Readonly<Record<DeliveryState, { words: string; icon: LucideIcon; tone: string }>> = {
  sent: { words: "Notified", icon: Check, tone: "text-good" },
  queued: { words: "Not yet notified:", icon: Clock, tone: "text-warn" },
  dead: { words: "Failed to notify", icon: CircleX, tone: "text-bad" },
  skipped: { words: "Not notified:", icon: Minus, tone: "text-muted" },
};

const contents: Readonly<Record<ChannelEventType, string>> = {
  "incident.opened": "opened",
  "incident.changed": "changed",
  "incident.acknowledged": "acknowledged",
  "incident.resolved": "over",
  "incident.summary": "with others, in a summary",
  "test.ping": "test",
  notice: "notice",
};

const endingOf = (text: string | null): string | undefined =>
  text !== null && Object.hasOwn(endings, text) ? endings[text as Resolution] : undefined;

/** What an event says beside its kind. */
function detailOf({ kind, text }: Event): string | null {
  return kind === "resolved" ? (endingOf(text) ?? text) : text;
}

/* A style, because a class for it would be part of every first download. On a phone the time is below the text. */
const textWidth = { flex: "1 1 16rem" };

/** What happened to an incident, and the messages about it, the oldest first. */
export function TimelineSection({ incident: { timeline, messages } }: { incident: IncidentDetail }) {
  // What happened comes before its message of the same moment, because the sort is stable.
  const all = [
    ...timeline.map((event) => ({ at: event.at, text: <EventText event={event} /> })),
    ...messages.map((message) => ({ at: message.at, text: <MessageText message={message} /> })),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return (
    <Section heading="Timeline">
      <ol className="divide-y divide-line">
        {all.map(({ at, text }, place) => (
          <Moment key={place} at={at}>
            {text}
          </Moment>
        ))}
      </ol>
    </Section>
  );
}

const Moment = ({ at, children }: { at: string; children: ReactNode }) => (
  <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2">
    <span className="min-w-0 break-words" style={textWidth}>
      {children}
    </span>
    <span className="figures text-sm text-muted">
      {shortTime(at)} · <TimeAgo date={at} />
    </span>
  </li>
);

function EventText({ event }: { event: Event }) {
  const detail = detailOf(event);
  return (
    <>
      {happened[event.kind]}
      {event.by !== null && (
        <>
          {" by "}
          <Foreign>{event.by}</Foreign>
        </>
      )}
      {detail !== null && (
        <>
          {": "}
          <Foreign>{detail}</Foreign>
        </>
      )}
    </>
  );
}

function MessageText({ message: { channel, state, type } }: { message: Message }) {
  const { words, icon: Icon, tone } = deliveryStates[state];
  return (
    <span className="text-muted">
      <Icon aria-hidden className={`mr-1.5 inline size-4 ${tone}`} />
      {words} {channel.name === null ? "a channel that is gone" : <Foreign>{channel.name}</Foreign>}
      {`: ${contents[type]}`}
    </span>
  );
}
