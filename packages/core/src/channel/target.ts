import type { Services } from "../access/context.ts";
import { checkWebhookAddress } from "../contract/channel/webhook-address.ts";
import { wrongFields } from "../kit/problem.ts";

/** How many characters of an address people see, so that they know which one it is. */
const shownCharacters = 4;

/**
 * A webhook's address in its canonical form. Throws invalid with the field for one that may not be stored.
 */
export function targetUrl({ settings }: Pick<Services, "settings">, text: string): URL {
  const { url, fault } = checkWebhookAddress(text, settings.webhookAddresses);
  if (!url) throw wrongFields([fault]);
  return url;
}

/** The host, and the last characters of a longer path: that is often a token, and of a short one they would be most. */
export function shownTarget({ host, pathname, search }: URL): string {
  const path = `${pathname}${search}`;
  const isLong = path.length >= 3 * shownCharacters;
  return isLong ? `${host}/…${path.slice(-shownCharacters)}` : host;
}
