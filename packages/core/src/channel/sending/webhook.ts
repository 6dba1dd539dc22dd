import { bodyOf } from "../messages/message.ts";
import { messageId, signingSecrets, signWebhook } from "../sign.ts";
import { inOrder } from "../delivery/action.ts";
import { type Post, receiver } from "./receiver.ts";
import type { ChannelSender } from "./sender.ts";

/** Signs by Standard Webhooks. */
const post: Post = async (
  { vault, webhooks, clock },
  { channel: { id, sealedUrl, sealedSecret, formerSecret, formerUntil = 0 }, delivery },
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
  return { answer: await webhooks.post({ url, headers, body }) };
};

/** Programs get all messages in their order. */
export const webhook: ChannelSender = { ...receiver(post), actionBySiblings: inOrder };
