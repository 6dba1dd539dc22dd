import { type ChannelKind, isKnownChannel } from "../../contract/channel-words.ts";
import { mail } from "./mail.ts";
import type { ChannelSender } from "./sender.ts";
import { webhook } from "./webhook.ts";

/** How each kind of channel sends. If a kind is missing here, the code does not compile. */
const senders: Readonly<Record<ChannelKind, ChannelSender>> = { mail, webhook };

/** Undefined for a kind that only a later release knows. Its messages wait for that release. */
export const senderOf = (kind: string): ChannelSender | undefined =>
  isKnownChannel(kind) ? senders[kind] : undefined;
