import type { ServerAddress } from "./settings.ts";

export interface Address extends ServerAddress {
  /** From rediss:// (true) or redis:// (false); undefined when no scheme was given. */
  tls?: boolean;
}

const example = "write host:port, for example redis.internal:6379 or [::1]:6379";

/**
 * Reads host:port, host, [IPv6]:port, redis://... or rediss://...; returns a text that explains the fault
 * otherwise.
 */
export function parseAddress(text: string): Address | string {
  const [, scheme, rest = ""] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/is.exec(text) ?? [];
  if (scheme !== undefined && !/^rediss?$/i.test(scheme))
    return `starts with ${scheme}://, which is neither redis:// nor rediss://; ${example}`;
  if (rest.includes("@"))
    return "holds a user name or password; move them to username and password (or passwordFile, passwordEnv)";
  const [, place = "", path] = /^([^/?#]*)(.*)$/s.exec(rest) ?? [];
  if (path !== "" && path !== "/" && path !== "/0")
    return `must end after the port, as a server is monitored as a whole; ${example}`;
  const [, ipv6, host = ipv6, portText = "6379"] =
    /^(?:\[([0-9a-f:.]+)\]|([^:[\]\s]+))(?::(.*))?$/i.exec(place) ?? [];
  if (host === undefined)
    return place.split(":").length > 2
      ? `has several ":"; write an IPv6 address in brackets, for example [::1]:6379`
      : `is not an address; ${example}`;
  const port = Number(portText);
  if (!/^\d{1,5}$/.test(portText) || port < 1 || port > 65_535)
    return `has no port between 1 and 65535 behind the last ":"; ${example}`;
  return { host, port, ...(scheme !== undefined && { tls: scheme.toLowerCase() === "rediss" }) };
}

/** "host:port" in lower case, "[IPv6]:port". Equal addresses give equal texts. */
export function formatAddress({ host, port }: ServerAddress): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`.toLowerCase();
}

export interface ApiAddress {
  /** Without a slash at the end. */
  address: string;
  /** Whether the key goes there over a network without TLS. Absent for no. */
  isInsecure?: true;
}

/**
 * Reads the address of the API. It must be https, or http on this machine only, because the key is in each
 * request. Returns it without a slash at the end; a `fault` explains a wrong address.
 * @param insecureHttp whether a private network, such as that of a compose file, protects the key instead
 */
export function parseApiAddress(text: string, insecureHttp = false): ApiAddress | { fault: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "")
    return { fault: "is not a web address; for example https://api.example.com" };
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "")
    return { fault: "must be plain: no user name, password, ? or #" };
  const local = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  const isInsecure = url.protocol === "http:" && !local;
  if (isInsecure && !insecureHttp)
    return { fault: "must start with https://, or anybody on the way could read the key" };
  const address = `${url.origin}${url.pathname}`.replace(/\/+$/, "");
  return { address, ...(isInsecure && { isInsecure }) };
}
