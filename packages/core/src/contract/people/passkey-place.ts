/**
 * Whether browsers make passkeys at the web application's address. They want https, or this machine, and a name: an IP
 * address can be nobody's (Web Authentication Level 3, section 5.1.2).
 */
export const passkeyPlaces = ["works", "plainHttp", "ipAddress"] as const;
export type PasskeyPlace = (typeof passkeyPlaces)[number];

/** @param webOrigin such as https://shardwatch.example */
export function passkeyPlaceOf(webOrigin: string): PasskeyPlace {
  const { protocol, hostname } = new URL(webOrigin);
  if (/^\[|^\d+(\.\d+){3}$/.test(hostname)) return "ipAddress";
  const isHere = hostname === "localhost" || hostname.endsWith(".localhost");
  return protocol === "https:" || isHere ? "works" : "plainHttp";
}
