import { goesOut, type OutgoingChannelKind } from "../../contract/channel/words.ts";
import { mail } from "./mail.ts";
import type { ChannelSender } from "./sender.ts";
import { bodyOf } from "../messages/message.ts";
import { messageId, signingSecrets, signWebhook } from "../sign.ts";
import { inOrder } from "../delivery/turn.ts";
import { type Post, receiver } from "./receiver.ts";

/** Signs by Standard Webhooks. */
const post: Post = async (
  { vault, webhooks, clock },
  { id, sealedUrl, sealedSecret, formerSecret, formerUntil = 0 },
  delivery,
) => {
  const open = (sealed: string) => vault.open(sealed, id);
  const isRotating = formerSecret !== undefined && clock.now() < formerUntil;
  const [url, current, former] = await Promise.all([
    open(sealedUrl ?? ""),
    open(sealedSecret ?? ""),
    isRotating ? open(formerSecret) : undefined,
  ]);
  const body = bodyOf(delivery.event);
  const now = clock.now();
  const secrets = signingSecrets(current, former && { secret: former, until: formerUntil }, now);
  const headers = signWebhook({ id: messageId(delivery.id, id), body, secrets, now });
  return await webhooks.post({ url, headers, body });
};

/** Programs get all messages in their order. */
const webhook: ChannelSender = { ...receiver(post), turnBySiblings: inOrder };

/** How each kind of channel sends whose messages leave the product. If one is missing here, the code does not compile. */
const senders: Readonly<Record<OutgoingChannelKind, ChannelSender>> = { mail, webhook };

/** Undefined for members, and for a kind that only a later release knows: its messages wait for that release. */
export const senderOf = (kind: string): ChannelSender | undefined =>
  goesOut(kind) ? senders[kind] : undefined;
