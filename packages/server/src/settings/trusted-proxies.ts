import { readNetworks } from "@shardwatch/core/kit/ip-networks";

/** Whether an address belongs to a proxy whose X-Forwarded-For counts. */
export type IsTrusted = (address: string) => boolean;

/**
 * Reads addresses and networks, such as "10.0.0.0/8" and "192.0.2.4".
 * @returns the first text that is neither, or the rule
 */
export function readProxies(texts: readonly string[]): { wrong: string } | { isTrusted: IsTrusted } {
  const read = readNetworks(texts);
  return "wrong" in read ? read : { isTrusted: read.includes };
}
