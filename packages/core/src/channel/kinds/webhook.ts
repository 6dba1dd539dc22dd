import { shownTarget } from "../../contract/channel/webhook-address.ts";
import { Secret } from "../../kit/secret.ts";
import { targetUrl } from "../target.ts";
import type { KindOfChannel } from "./kind.ts";

/** A webhook of the customer's, signed by Standard Webhooks. */
export const webhook: KindOfChannel = {
  address: (services, entered) => {
    const url = targetUrl(services, entered);
    return { sealed: new Secret(url.href), shown: shownTarget(url) };
  },
  signs: true,
};
