import net from "node:net";

/** A range of IP addresses in CIDR notation: 10.1.0.0/16, fd00:1::/64 (RFC 4632, RFC 4291). */
export interface IpNetwork {
  /** The shortest form of the notation. */
  readonly text: string;
  readonly version: 4 | 6;
  /** The bits that all its addresses share. */
  readonly prefix: bigint;
  /** How many bits differ between its addresses. */
  readonly free: number;
}

interface IpAddress {
  version: 4 | 6;
  bits: bigint;
}

const examples = "for example 10.1.0.0/16 or fd00:1::/64";

/** Reads a network in CIDR notation; returns a text that explains the fault otherwise. */
export function parseNetwork(text: string): IpNetwork | string {
  const [, host = "", length] = /^([0-9a-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i.exec(text) ?? [];
  const address = parseAddress(host);
  if (!address) return `is not a network in CIDR notation; ${examples}`;
  const whole = width(address);
  if (length === undefined)
    return `has no prefix length; write ${format(address)}/${whole} for this one address`;
  if (Number(length) > whole) return `has a prefix length above ${whole}; ${examples}`;
  const network = networkAround(address, Number(length));
  const first = network.prefix << BigInt(network.free);
  return first === address.bits ? network : `has bits set after the prefix; write ${network.text}`;
}

/** Whether the address, as Node writes it, is in the network. */
export function contains(network: IpNetwork, address: string): boolean {
  const found = parseAddress(address);
  return found?.version === network.version && found.bits >> BigInt(network.free) === network.prefix;
}

/** Whether two texts are the same IP address. */
export function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [parseAddress(one), parseAddress(other)];
  return a !== undefined && a.version === b?.version && a.bits === b.bits;
}

/** RFC 1918, 6598 (shared address space), 1122 and 4291 (loopback), 3927 and 4291 (link-local), 4193 (unique local). */
const privateNetworks = [
  "10.0.0.0/8",
  "172.16.0.0/12",
  "192.168.0.0/16",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "::1/128",
  "fe80::/10",
  "fc00::/7",
].flatMap((text) => {
  const network = parseNetwork(text);
  return typeof network === "string" ? [] : [network];
});

/** The /24 (IPv6: /64) around a private address; undefined for a public address and for other texts. */
export function privateNetworkOf(address: string): IpNetwork | undefined {
  const found = parseAddress(address);
  if (!found || !privateNetworks.some((network) => contains(network, address))) return undefined;
  return networkAround(found, found.version === 4 ? 24 : 64);
}

/** The network to list for an address: the private network around it, or a public address alone. */
export function networkToList(address: string): string {
  const found = parseAddress(address);
  if (!found) return address;
  return privateNetworkOf(address)?.text ?? networkAround(found, width(found)).text;
}

function networkAround(address: IpAddress, length: number): IpNetwork {
  const free = width(address) - length;
  const prefix = address.bits >> BigInt(free);
  const first = format({ version: address.version, bits: prefix << BigInt(free) });
  return { text: `${first}/${length}`, version: address.version, prefix, free };
}

/**
 * An IPv4 address inside an IPv6 one (::ffff:10.0.0.1) counts as the IPv4 address. A zone (%eth0) is ignored.
 */
function parseAddress(text: string): IpAddress | undefined {
  const [plain = ""] = text.split("%");
  if (net.isIPv4(plain)) return { version: 4, bits: join(plain.split("."), 8n) };
  if (!net.isIPv6(plain)) return undefined;
  // The URL parser writes every IPv6 address in one form, in hexadecimal groups.
  const form = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = form.split("::").map((half) => half.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  const bits = join(
    [...head, ...zeros, ...tail].map((group) => `0x${group}`),
    16n,
  );
  return bits >> 32n === 0xffffn ? { version: 4, bits: bits & 0xffff_ffffn } : { version: 6, bits };
}

function join(groups: readonly string[], size: bigint): bigint {
  return groups.reduce((bits, group) => (bits << size) | BigInt(group), 0n);
}

function format({ version, bits }: IpAddress): string {
  const group = (index: number, size: number): number =>
    Number((bits >> BigInt(index * size)) & ((1n << BigInt(size)) - 1n));
  if (version === 4) return [3, 2, 1, 0].map((index) => group(index, 8)).join(".");
  const groups = [7, 6, 5, 4, 3, 2, 1, 0].map((index) => group(index, 16).toString(16));
  return new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
}

function width({ version }: Pick<IpAddress, "version">): number {
  return version === 4 ? 32 : 128;
}
