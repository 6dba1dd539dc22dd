import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";

/** Where a server can be reached. */
export interface ServerAddress {
  host: string;
  port: string;
}

/** A name, an IPv4 address, or an IPv6 address in brackets. What reports it is another machine, and people paste it. */
const pattern = /^(?:([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)|\[([0-9a-f:.]+)\]):(\d{1,5})$/i;

/** The address in a text such as "cache.example.com:6379". Undefined for anything that is not plainly one. */
export function addressIn(text: string | null | undefined): ServerAddress | undefined {
  const [, name, ipv6, port = ""] = pattern.exec(text ?? "") ?? [];
  const host = name ?? ipv6;
  return host !== undefined && Number(port) > 0 && Number(port) < 65_536 ? { host, port } : undefined;
}

/**
 * Where a deployment can be reached, as far as it is reported: at a database of it, else at its first node with an
 * address. Of several databases, only a named one will do.
 */
export function addressOf(
  { databases, nodes = [] }: Pick<Deployment, "databases" | "nodes">,
  database: string | undefined,
): ServerAddress | undefined {
  const [only, ...others] = databases;
  const named = database === undefined ? undefined : databases.find(({ id }) => id === database);
  const chosen = named ?? (others.length === 0 ? only : undefined);
  if (chosen) {
    const address = addressIn(chosen.endpoint);
    if (address) return address;
  }
  if (others.length > 0) return undefined;
  return nodes.map((node) => addressIn(node.address)).find((address) => address !== undefined);
}

/** Whether a command has a place for an address. */
export const wantsAddress = (command: string): boolean => /\bHOST\b/.test(command);

/** A command with the address in its places. */
export function withAddress(command: string, address: ServerAddress | undefined): string {
  if (!address) return command;
  const { host, port } = address;
  const together = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  return command
    .replaceAll(/\bHOST:PORT\b/g, together)
    .replaceAll(/\bHOST\b/g, host)
    .replaceAll(/\bPORT\b/g, port);
}
