import type { IncidentDetail } from "@shardwatch/core/contract/incident";
import type { IncidentEventKind, Resolution } from "@shardwatch/core/contract/incident-words";
import { endings } from "../../incidents/states.ts";
import { shortTime } from "../../lib/absolute-time.ts";
import { Foreign } from "../../ui/Foreign.tsx";
import { Section } from "../../ui/Section.tsx";
import { TimeAgo } from "../../ui/TimeAgo.tsx";

type Event = IncidentDetail["timeline"][number];

const happened: Readonly<Record<IncidentEventKind, string>> = {
  opened: "Opened",
  joined: "More joined",
  rose: "Severity rose",
  flapping: "Began to flap",
  acknowledged: "Acknowledged",
  unacknowledged: "Acknowledgement taken back",
  silenced: "Silenced",
  unsilenced: "Silence ended",
  resolved: "Over",
};

const endingOf = (text: string | null): string | undefined =>
  text !== null && Object.hasOwn(endings, text) ? endings[text as Resolution] : undefined;

/** What an event says beside its kind. */
function detailOf({ kind, text }: Event): string | null {
  return kind === "resolved" ? (endingOf(text) ?? text) : text;
}

/* A style, because a class for it would be part of every first download. On a phone the time is below the text. */
const textWidth = { flex: "1 1 16rem" };

/** What happened to an incident, the oldest first. */
export function TimelineSection({ incident: { timeline } }: { incident: IncidentDetail }) {
  return (
    <Section heading="Timeline">
      <ol className="divide-y divide-line">
        {timeline.map((event, place) => (
          // Events are only added, so the place is a stable key.
          <li key={place} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 px-4 py-2">
            <span className="min-w-0 break-words" style={textWidth}>
              {happened[event.kind]}
              {event.by !== null && (
                <>
                  {" by "}
                  <Foreign>{event.by}</Foreign>
                </>
              )}
              {detailOf(event) !== null && (
                <>
                  {": "}
                  <Foreign>{detailOf(event)}</Foreign>
                </>
              )}
            </span>
            <span className="figures text-sm text-muted">
              {shortTime(event.at)} · <TimeAgo date={event.at} />
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
