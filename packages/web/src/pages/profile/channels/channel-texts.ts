import type { Channel } from "@shardwatch/core/contract/channel/channel";
import type { ChannelEventType, ChannelEnd, SkipReason } from "@shardwatch/core/contract/channel/words";
import type { LoggedDelivery } from "@shardwatch/core/contract/channel/delivery";
import type { IncidentSeverity } from "@shardwatch/core/contract/incident/words";

/** What a person reads of the words of channels. A word without a text does not compile. */

export const minimumTexts: Readonly<Record<IncidentSeverity, string>> = {
  critical: "Critical only",
  warning: "Warnings and critical",
  info: "Everything",
};

const endTexts: Readonly<Record<ChannelEnd, string>> = {
  person: "Off",
  gone: "Off: its receiver is gone (410)",
  failing: "Off: nothing arrived for five days",
  refused: "Off: the other side refuses it",
};

/** How a channel is, and whether that needs attention. */
export function stateOf({ managed }: Channel): { text: string; isBad: boolean } {
  if (!managed) return { text: "", isBad: false };
  if (managed.off !== null) return { text: endTexts[managed.off], isBad: managed.off !== "person" };
  return managed.failures > 0 ? { text: "Failing", isBad: true } : { text: "On", isBad: false };
}

export const eventTexts: Readonly<Record<ChannelEventType, string>> = {
  "incident.opened": "Opened",
  "incident.changed": "Changed",
  "incident.acknowledged": "Acknowledged",
  "incident.resolved": "Resolved",
  "incident.summary": "Summary",
  "test.ping": "Test",
  notice: "Notice",
};

const skipTexts: Readonly<Record<SkipReason, string>> = {
  off: "the channel is off",
  gone: "the channel was deleted",
  over: "the incident was over",
  nobody: "nobody gets mail",
  newer: "a newer message says more",
  summarized: "one summary took its place",
};

/** How the last attempt of a message ended; undefined before the first. */
function lastAttempt({ attempts, state }: LoggedDelivery): string | undefined {
  const last = attempts.at(-1);
  if (!last) return undefined;
  const { status, reason, milliseconds, excerpt } = last;
  // Slack answers 200 also where it takes nothing.
  if (status === 200 && state !== "sent") return `HTTP 200 in ${milliseconds} ms, but not accepted`;
  if (status === null) return `${reason ?? excerpt} after ${milliseconds} ms`.trim();
  return `${status === 200 ? "200 OK" : `HTTP ${status}`} in ${milliseconds} ms`;
}

/** What became of a message, in a sentence without full stop. */
export function outcomeOf(delivery: LoggedDelivery): { text: string; isBad: boolean } {
  const { state, why } = delivery;
  const last = lastAttempt(delivery);
  switch (state) {
    case "sent":
      return { text: `Sent. ${last ?? ""}`.trim(), isBad: false };
    case "skipped":
      return { text: `Not sent: ${why === null ? "it is out of date" : skipTexts[why]}`, isBad: false };
    case "dead":
      return { text: `Failed. ${last ?? ""}`.trim(), isBad: true };
    case "queued":
      return last === undefined
        ? { text: "Waiting", isBad: false }
        : { text: `${last}. It will be tried again`, isBad: true };
  }
}
