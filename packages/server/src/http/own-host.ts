const anywhere: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The host under which this machine reaches a server that listens at an address, in the form of a URL. */
export function ownHost(bind: string): string {
  const host = anywhere[bind] ?? bind;
  return host.includes(":") ? `[${host}]` : host;
}
