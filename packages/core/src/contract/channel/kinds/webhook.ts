import { checkWebhookAddress, shownAddress } from "../webhook-address.ts";
import type { AddedKind } from "./kind.ts";

/** A webhook of the customer's, signed by Standard Webhooks. */
export const webhook: AddedKind = {
  credential: "url",
  must: "an address like https://hooks.example.com/shardwatch",
  isSigned: true,
  shown: shownAddress,
  read: (text, rules) => {
    const { url, fault } = checkWebhookAddress(text, rules);
    return url ? { text: url.href } : { fault };
  },
};
