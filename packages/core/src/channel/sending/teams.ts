import { newestOnly } from "../delivery/action.ts";
import { hourly } from "../delivery/schedule.ts";
import { teamsMessage } from "../messages/teams.ts";
import { type Post, receiver } from "./receiver.ts";
import type { ChannelSender } from "./sender.ts";
import { opened, postTo, verdictBy } from "./service.ts";

const post: Post = async (services, { channel, delivery, whole }) => {
  const url = (await opened(services, channel)).reveal();
  const answer = await postTo(services, url, teamsMessage(delivery.event, whole));
  // 401: its signature is of former times. 404: the workflow was deleted.
  return { answer, verdict: verdictBy(answer, { never: [400, 413], refused: [401, 404] }) };
};

/** A message for each state of an incident. The workflow answers before it posts. */
export const teams: ChannelSender = {
  ...receiver(post, { waitBefore: hourly, folds: true }),
  actionBySiblings: newestOnly,
};
