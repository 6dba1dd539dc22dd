/**
 * Every command that the agent can send to a monitored server. None writes, and none reads a key. It is a
 * type, so another command does not compile. The connection itself sends AUTH.
 */
export type Command =
  | readonly ["PING"]
  | readonly ["INFO"]
  | readonly ["CONFIG", "GET", "maxmemory*"]
  | readonly ["CLIENT", "LIST"]
  | readonly ["CLUSTER", "SHARDS"]
  | readonly ["CLUSTER", "NODES"]
  | readonly ["CLUSTER", "INFO"];

/** A request in the format of the protocol: an array of bulk strings, lengths counted in bytes. */
export function encodeRequest(parts: readonly string[]): string {
  const words = parts.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`);
  return `*${parts.length}\r\n${words.join("")}`;
}

const containers = new Set(["CLIENT", "CLUSTER", "COMMAND", "CONFIG", "LATENCY", "MEMORY"]);

/** The name of a command without its arguments, which can be a user name or a password. */
export function commandName([word = "", second = ""]: readonly string[]): string {
  return containers.has(word) ? `${word} ${second}` : word;
}

/** CLIENT LIST blocks the server for about a microsecond per client, so it is sent only below this number. */
export const clientListLimit = 1_000n;
