/**
 * A name, an IPv4 address, or an IPv6 address in brackets; then a port. Nothing in it means more to a shell or to
 * PowerShell. Other forms are written into agent.yaml by hand.
 */
const hostAndPort = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:]+\]):(\d{1,5})$/i;

/** What is wrong with the address of a server for agent.yaml; undefined for a usable one, and for none. */
export function serverAddressFault(text: string): string | undefined {
  const address = text.trim();
  if (address === "") return undefined;
  const port = Number(hostAndPort.exec(address)?.[1]);
  return port > 0 && port < 65_536 ? undefined : "Host and port, for example redis.internal:6379";
}

/** What is wrong with the name of a Redis user for a configuration; undefined for a usable one, and for none. */
export const userNameFault = (text: string): string | undefined =>
  /^[\w.@+-]*$/.test(text.trim()) ? undefined : "Only letters, digits and . _ @ + -";
