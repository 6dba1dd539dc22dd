const example = "for example https://cluster.example.com:9443";
const standardPort = 9_443;

export interface RestAddress {
  /** The origin: scheme, host and port. */
  url: string;
  host: string;
  port: number;
}

/**
 * Reads the address of a cluster's REST API; port 9443 unless given. Returns a text that explains the fault
 * otherwise.
 */
export function parseRestAddress(text: string): RestAddress | string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.hostname === "")
    return `is not a web address; ${example}`;
  if (url.protocol === "http:") return `must start with https://: the REST API speaks TLS only; ${example}`;
  if (url.username !== "" || url.password !== "")
    return "holds a user name or password; move them to username and password (or passwordFile, passwordEnv)";
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "")
    return `must end after the port; ${example}`;
  // The parser drops 443, the default port of https, even when it was given.
  const given = url.port !== "" || /^[^/]*\/\/[^/]*:0*443\/?$/.test(text);
  if (!given) url.port = String(standardPort);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return { url: url.origin, host, port: Number(url.port || 443) };
}

/** A web address that a report may carry as a link, unchanged; undefined for every other text. */
export function parseWebAddress(text: string): string | undefined {
  if (!URL.canParse(text) || text.includes("@")) return undefined;
  const { protocol, hostname } = new URL(text);
  return /^https?:$/.test(protocol) && hostname !== "" ? text : undefined;
}
