/** What a URL with a user and a password says about a server. */
export interface RedisUrl {
  /** The URL without them. */
  address: string;
  username?: string;
  password?: string;
}

/**
 * Splits redis://user:password@host:port into the settings of a deployment. Returns a text that explains the
 * fault otherwise. It repeats nothing of the URL, which is a secret.
 */
export function parseRedisUrl(text: string): RedisUrl | string {
  const [, scheme = "", rest = ""] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/is.exec(text) ?? [];
  // A password may contain an "@" that was not encoded, and a host cannot.
  const at = rest.lastIndexOf("@");
  if (at === -1) return { address: text };
  const address = `${scheme}${rest.slice(at + 1)}`;
  const [, user = "", password] = /^([^:]*)(?::(.*))?$/s.exec(rest.slice(0, at)) ?? [];
  try {
    return {
      address,
      ...(user !== "" && { username: decodeURIComponent(user) }),
      ...(password !== undefined && password !== "" && { password: decodeURIComponent(password) }),
    };
  } catch {
    return "has a % in its user or password that encodes nothing; write %25 for a plain one";
  }
}
