import type { Services } from "../access/context.ts";
import { checkWebhookAddress } from "../contract/channel/webhook-address.ts";
import { wrongFields } from "../kit/problem.ts";

/**
 * A webhook's address in its canonical form. Throws invalid with the field for one that may not be stored.
 */
export function targetUrl({ settings }: Pick<Services, "settings">, text: string): URL {
  const { url, fault } = checkWebhookAddress(text, settings.webhookAddresses);
  if (!url) throw wrongFields([fault]);
  return url;
}
