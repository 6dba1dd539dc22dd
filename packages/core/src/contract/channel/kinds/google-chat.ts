import { addressOfService } from "../services.ts";
import { checkWebhookAddress, shownAddress } from "../webhook-address.ts";
import type { AddedKind } from "./kind.ts";

const must = "the address of a webhook, like https://chat.googleapis.com/v1/spaces/…/messages?key=…&token=…";
const path = /^\/spaces\/[\w-]{1,100}\/messages$/;

/** A space of Google Chat, by the address of its webhook. */
export const googleChat: AddedKind = {
  credential: "url",
  must,
  isSigned: false,
  shown: shownAddress,
  read: (text, rules) => {
    const { url, fault } = checkWebhookAddress(text, rules);
    // The words about any address would name an example of a webhook.
    if (!url) return { fault: shownAddress(text) === undefined ? `url: must be ${must}` : fault };
    const begin = new URL(addressOfService(rules, "googleChat"));
    const rest = url.pathname.startsWith(begin.pathname) ? url.pathname.slice(begin.pathname.length) : "";
    const [key, token] = [url.searchParams.get("key"), url.searchParams.get("token")];
    if (url.origin !== begin.origin || !path.test(rest) || !key || !token)
      return { fault: `url: must be ${must}` };
    // Other parameters, such as a thread, are ours to set.
    return { text: `${url.origin}${url.pathname}?${new URLSearchParams({ key, token }).toString()}` };
  },
};
