import { newestOnly } from "../delivery/action.ts";
import { hourly } from "../delivery/schedule.ts";
import { googleChatMessage } from "../messages/google-chat.ts";
import { type Post, receiver } from "./receiver.ts";
import type { ChannelSender } from "./sender.ts";
import { opened, postTo, verdictBy } from "./service.ts";

/** Puts a message into the thread of its key, or begins one. */
const option = "messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD";

const post: Post = async (services, { channel, delivery, whole }) => {
  const url = (await opened(services, channel)).reveal();
  const { event } = delivery;
  const threadKey = "incident" in event ? event.incident.id : delivery.id;
  const message = googleChatMessage(event, threadKey, whole);
  const answer = await postTo(services, `${url}&${option}`, message);
  return { answer, verdict: verdictBy(answer, { never: [400, 413], refused: [401, 403, 404] }) };
};

/** All messages of an incident in one thread. */
export const googleChat: ChannelSender = {
  ...receiver(post, { waitBefore: hourly, folds: true }),
  actionBySiblings: newestOnly,
};
