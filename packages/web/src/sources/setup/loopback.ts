/** Whether the host of a URL is the machine that asks (RFC 6761, RFC 1122, RFC 4291). No other machine reaches it. */
export const isLoopback = (url: string): boolean =>
  /^(?:(?:.+\.)?localhost\.?|127(?:\.\d+){3}|\[::1\])$/i.test(new URL(url).hostname);
