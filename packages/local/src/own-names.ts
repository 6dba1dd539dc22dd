/** What this machine's servers are called from this machine. */
const names = ["localhost", "127.0.0.1", "[::1]"];

/** The answer to a request for another server. Its status, 421, means exactly that. */
export const misdirected = {
  status: 421,
  text: "This server is for programs and browsers of this machine. Ask it as localhost or 127.0.0.1, with its port.\n",
} as const;

/**
 * Whether a request was sent to a name of this machine. A page anywhere can give its own name our address, and would
 * then read our answers as its own: DNS rebinding. Only the Host header shows it.
 * @param asked the Host header
 */
export function isOwnName(asked: string | undefined, port: number): boolean {
  const host = asked?.toLowerCase();
  return names.some((name) => host === `${name}:${port}` || (isStandard(port) && host === name));
}

/** Browsers leave out the ports of http and https. */
const isStandard = (port: number): boolean => port === 80 || port === 443;
