import { addressOfService } from "../../contract/channel/services.ts";
import { newestOnly } from "../delivery/action.ts";
import { hourly } from "../delivery/schedule.ts";
import { type AlertAction, alertEvent, testAlert } from "../messages/pagerduty.ts";
import type { ChannelEvent } from "../messages/message.ts";
import { type Post, type Posted, receiver } from "./receiver.ts";
import type { ChannelSender } from "./sender.ts";
import { opened, postTo, verdictBy } from "./service.ts";

type IncidentEvent = Extract<ChannelEvent, { incident: object }>;

/**
 * What brings the alert to the state of the incident, whatever it is in before. PagerDuty drops what an alert is not open
 * for, and an acknowledged alert stays so when it is triggered again.
 */
function actionsOf({ incident, type }: IncidentEvent, isKnown: boolean): AlertAction[] {
  if (incident.state === "resolved") return ["resolve"];
  if (!incident.acknowledged) return ["trigger"];
  return type === "incident.acknowledged" && isKnown ? ["acknowledge"] : ["trigger", "acknowledge"];
}

const post: Post = async (services, { channel, delivery, siblings }) => {
  const { event } = delivery;
  const key = await opened(services, channel);
  const service = channel.place === "eu" ? "pagerdutyEu" : "pagerduty";
  const url = `${addressOfService(services.settings.webhookAddresses, service)}/enqueue`;
  const isKnown = siblings.some(({ state }) => state === "sent");
  const events =
    "incident" in event
      ? actionsOf(event, isKnown).map((action) => alertEvent(event.incident, action))
      : "channel" in event
        ? (["trigger", "resolve"] as const).map((action) => testAlert(event, action))
        : [];
  let last: Posted = { answer: noAlert, verdict: "never" };
  for (const one of events) {
    const answer = await postTo(services, url, { routing_key: key.reveal(), ...one }, { hides: [key] });
    last = { answer, verdict: verdictBy(answer, { never: [400, 413] }) };
    if (last.verdict !== "sent") break;
  }
  return last;
};

/** Plans send each incident of its own to PagerDuty, so no summary gets here. */
const noAlert = { outcome: "refused", reason: "a summary is no alert", milliseconds: 0 } as const;

/** An alert for each incident, by its id. */
export const pagerduty: ChannelSender = {
  ...receiver(post, { waitBefore: hourly }),
  actionBySiblings: newestOnly,
};
