import { addressOfService } from "../../contract/channel/services.ts";
import { isWorse } from "../../contract/incident/severity-order.ts";
import type { WebhookAnswer } from "../../ports/webhooks.ts";
import { newestOnly } from "../delivery/action.ts";
import type { Sendable } from "../delivery/attempt.ts";
import { hourly, type Verdict, verdictOf } from "../delivery/schedule.ts";
import { slackMessage, type SlackMessage, slackReply } from "../messages/slack.ts";
import { type Post, type Posted, receiver } from "./receiver.ts";
import type { ChannelSender } from "./sender.ts";
import { opened, postTo } from "./service.ts";
import { type PostedMessage, postedMessageOf, type SlackAnswer, slackAnswerOf } from "./slack-answer.ts";

/** An answer repeats the message, with its blocks. */
const answerBytes = 64 * 1024;

/** The token or the channel is not valid any more. Only a person can change that. */
const refused: readonly string[] = [
  "invalid_auth",
  "not_authed",
  "token_revoked",
  "token_expired",
  "account_inactive",
  "missing_scope",
  "no_permission",
  "channel_not_found",
  "not_in_channel",
  "is_archived",
];
const busy: readonly string[] = ["ratelimited", "rate_limited", "internal_error", "fatal_error"];
/** The message can't be changed any more, so it is posted anew. */
const unchangeable: readonly string[] = ["message_not_found", "cant_update_message", "edit_window_closed"];

/**
 * No names and no links in the text beside the blocks. A change that leaves `parse` out sets it to "client", whatever it
 * was (https://docs.slack.dev/reference/methods/chat.update).
 */
const readsNothing = { parse: "none", link_names: false } as const;

interface Called {
  answer: WebhookAnswer;
  verdict: Verdict;
  said: SlackAnswer | undefined;
}

function readAnswer(answer: WebhookAnswer): Called {
  const said = slackAnswerOf(answer.outcome === "answered" ? (answer.body ?? "") : "");
  const verdict = verdictOf(answer);
  if (verdict !== "sent") return { answer, verdict, said };
  // Without an answer that can be read, nobody knows whether it was posted.
  if (!said) return { answer, verdict: "again", said };
  if (said.ok) return { answer, verdict, said };
  const { error } = said;
  return {
    answer,
    verdict: refused.includes(error) ? "refused" : busy.includes(error) ? "again" : "never",
    said,
  };
}

const post: Post = async (services, { channel, delivery, whole, siblings }) => {
  const token = await opened(services, channel);
  const conversation = channel.place ?? "";
  const { event } = delivery;
  const call = async (method: string, body: object): Promise<Called> => {
    const url = `${addressOfService(services.settings.webhookAddresses, "slack")}/${method}`;
    const headers = { authorization: `Bearer ${token.reveal()}` };
    return readAnswer(await postTo(services, url, body, { headers, reads: answerBytes, hides: [token] }));
  };
  const write = async (message: SlackMessage, more: object = {}) =>
    await call("chat.postMessage", {
      channel: conversation,
      ...message,
      ...more,
      ...readsNothing,
      mrkdwn: false,
      unfurl_links: false,
      unfurl_media: false,
    });
  const message = slackMessage(event, whole);
  if (!("incident" in event)) return outcomeOf(await write(message));
  const { incident } = event;
  const before = lastPosted(siblings, conversation);
  if (before) {
    const { channel: where, ts } = before;
    const changed = await call("chat.update", { channel: where, ts, ...message, ...readsNothing });
    const now = { ...before, severity: incident.severity };
    if (!unchangeable.includes(changed.said?.error ?? "")) {
      const replies = incident.state === "resolved" || isWorse(incident.severity, before.severity);
      if (changed.verdict !== "sent" || !replies) return outcomeOf(changed, now);
      return outcomeOf(await write(slackReply(incident), { thread_ts: ts }), now);
    }
  }
  const made = await write(message);
  const { ts, channel: where = conversation } = made.said ?? {};
  return outcomeOf(made, ts === undefined ? undefined : { channel: where, ts, severity: incident.severity });
};

const outcomeOf = ({ answer, verdict }: Called, posted?: PostedMessage): Posted => ({
  answer,
  verdict,
  ...(verdict === "sent" && posted && { posted: JSON.stringify(posted) }),
});

/** The message of the incident, where there is one in this conversation. */
function lastPosted(siblings: Sendable["siblings"], conversation: string): PostedMessage | undefined {
  const known = siblings.flatMap(({ posted }) => postedMessageOf(posted ?? "") ?? []);
  return known.findLast(({ channel }) => channel === conversation);
}

/** One message for one incident, which is changed in place. What makes noise is a reply in its thread. */
export const slack: ChannelSender = {
  ...receiver(post, { waitBefore: hourly, folds: true }),
  actionBySiblings: newestOnly,
};
