import { type ChannelEvent, longestThatFits } from "./message.ts";
import type { Parts } from "./mail-body.ts";
import { partsOf } from "./mail.ts";

/** How urgent a message is, or that all is over. Chats show it by a colour. */
export type Tone = "critical" | "warning" | "info" | "over";

/** The tone of a message: of a summary, that of the most urgent incident that is open. */
export function toneOf(event: ChannelEvent): Tone {
  if ("incident" in event) return event.incident.state === "resolved" ? "over" : event.incident.severity;
  if (!("summary" in event)) return "info";
  return event.summary.first.find(({ state }) => state === "open")?.severity ?? "over";
}

const symbols: Readonly<Record<Tone, string>> = {
  critical: "🔴",
  warning: "🟠",
  info: "🔵",
  over: "🟢",
};

export const symbolOf = (event: ChannelEvent): string => symbols[toneOf(event)];

/**
 * The parts of a message whose text is the state of its incident and not the last event. A message that is changed in place
 * would go on saying "Changed".
 */
export function partsOfState(event: ChannelEvent, isWhole: boolean): Parts {
  if (!("incident" in event)) return partsOf(event, isWhole);
  const { state, acknowledged } = event.incident;
  const open = acknowledged ? "incident.acknowledged" : "incident.opened";
  return partsOf({ ...event, type: state === "resolved" ? "incident.resolved" : open }, isWhole);
}

/**
 * A message with as many of its members as the other side takes.
 * @param fits whether it takes the message
 */
export const fitting = <Message>(
  parts: Parts,
  make: (parts: Parts) => Message,
  fits: (message: Message) => boolean,
): Message =>
  longestThatFits(
    parts.members.length,
    (count) =>
      make({
        ...parts,
        members: parts.members.slice(0, count),
        more: parts.more + parts.members.length - count,
      }),
    fits,
  );
