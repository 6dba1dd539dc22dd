import { BlockList, isIP } from "node:net";

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/** An IPv4 address in its own form also where a socket shows it as ::ffff:192.0.2.1. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+(?:\.\d+){3}$)/i, "");

/**
 * Reads addresses and networks, such as "10.0.0.0/8" and "192.0.2.4".
 * @returns the first text that is neither, or whether an address is in one of them
 */
export function readNetworks(
  texts: readonly string[],
): { wrong: string } | { includes: (address: string) => boolean } {
  const list = new BlockList();
  for (const text of texts) {
    const [address = "", bits, ...more] = text.split("/");
    const family = familyOf(address);
    const most = family === "ipv6" ? 128 : 32;
    const isNetwork = bits !== undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= most;
    if (isIP(address) === 0 || more.length > 0 || (bits !== undefined && !isNetwork)) return { wrong: text };
    if (isNetwork) list.addSubnet(address, Number(bits), family);
    else list.addAddress(address, family);
  }
  return {
    includes: (address) => {
      const plain = plainAddress(address);
      return isIP(plain) > 0 && list.check(plain, familyOf(plain));
    },
  };
}
