import { goesOut, type OutgoingChannelKind } from "../../contract/channel/words.ts";
import { googleChat } from "./google-chat.ts";
import { mail } from "./mail.ts";
import { pagerduty } from "./pagerduty.ts";
import type { ChannelSender } from "./sender.ts";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";
import { webhook } from "./webhook.ts";

/** How each kind of channel sends whose messages leave the product. If one is missing here, the code does not compile. */
const senders: Readonly<Record<OutgoingChannelKind, ChannelSender>> = {
  mail,
  webhook,
  slack,
  pagerduty,
  teams,
  googlechat: googleChat,
};

/** Undefined for members, and for a kind that only a later release knows: its messages wait for that release. */
export const senderOf = (kind: string): ChannelSender | undefined =>
  goesOut(kind) ? senders[kind] : undefined;
