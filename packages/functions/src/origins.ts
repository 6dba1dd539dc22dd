import type { Settings } from "@shardwatch/core/access/context";
import type { Environment } from "./environment.ts";

/**
 * Where the API is, and which addresses webhooks may have. The API is at "api." and the domain of the web application.
 * Nothing of our own domain is a customer's receiver.
 */
export function originsOf({
  WEB_ORIGIN,
}: Environment): Pick<Settings, "webOrigin" | "apiOrigin" | "webhookAddresses"> {
  const { protocol, host, hostname } = new URL(WEB_ORIGIN);
  return {
    webOrigin: WEB_ORIGIN,
    apiOrigin: `${protocol}//api.${host}`,
    webhookAddresses: { ownDomains: [hostname], letThrough: [] },
  };
}
