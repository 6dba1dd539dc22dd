import net from "node:net";

/** A range of IP addresses in CIDR notation: 10.1.0.0/16, fd00:1::/64 (RFC 4632, RFC 4291). */
export interface IpNetwork {
  /** The shortest form of the notation. */
  readonly text: string;
  /** The bytes of its first address: 4 or 16. */
  readonly first: readonly number[];
  /** How many bits all its addresses share. */
  readonly length: number;
}

const examples = "for example 10.1.0.0/16 or fd00:1::/64";

/** Reads a network in CIDR notation; returns a text that explains the fault otherwise. */
export function parseNetwork(text: string): IpNetwork | string {
  const [, host = "", length] = /^([0-9a-f.:]+)(?:\/(0|[1-9]\d{0,2}))?$/i.exec(text) ?? [];
  const address = parseAddress(host);
  if (!address) return `is not a network in CIDR notation; ${examples}`;
  const whole = address.length * 8;
  if (length === undefined)
    return `has no prefix length; write ${format(address)}/${whole} for this one address`;
  if (Number(length) > whole) return `has a prefix length above ${whole}; ${examples}`;
  const network = networkAround(address, Number(length));
  return isEqual(network.first, address) ? network : `has bits set after the prefix; write ${network.text}`;
}

/** Whether the address, as Node writes it, is in the network. */
export function contains({ first, length }: IpNetwork, address: string): boolean {
  const found = parseAddress(address);
  return found !== undefined && isEqual(firstOf(found, length), first);
}

/** Whether two texts are the same IP address. */
export function isSameAddress(one: string, other: string): boolean {
  const [a, b] = [parseAddress(one), parseAddress(other)];
  return a !== undefined && b !== undefined && isEqual(a, b);
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
  return typeof network === "string" ? [] : network;
});

/** The /24 (IPv6: /64) around a private address; undefined for a public address and for other texts. */
export function privateNetworkOf(address: string): IpNetwork | undefined {
  const found = parseAddress(address);
  if (!found || !privateNetworks.some((network) => contains(network, address))) return undefined;
  return networkAround(found, found.length === 4 ? 24 : 64);
}

/** The network to list for an address: the private network around it, or a public address alone. */
export function networkToList(address: string): string {
  const found = parseAddress(address);
  if (!found) return address;
  return privateNetworkOf(address)?.text ?? networkAround(found, found.length * 8).text;
}

function networkAround(address: readonly number[], length: number): IpNetwork {
  const first = firstOf(address, length);
  return { text: `${format(first)}/${length}`, first, length };
}

/** The address with only its first bits. */
function firstOf(address: readonly number[], length: number): number[] {
  return address.map((byte, at) => byte & (0xff00 >> Math.max(0, Math.min(8, length - at * 8))));
}

function isEqual(one: readonly number[], other: readonly number[]): boolean {
  return one.join() === other.join();
}

/**
 * The bytes of an address. An IPv4 address inside an IPv6 one (::ffff:10.0.0.1) counts as the IPv4 address. A zone
 * (%eth0) is ignored.
 */
function parseAddress(text: string): number[] | undefined {
  const [plain = ""] = text.split("%");
  if (net.isIPv4(plain)) return plain.split(".").map(Number);
  if (!net.isIPv6(plain)) return undefined;
  const [head = [], tail = []] = shortForm(plain)
    .split("::")
    .map((half) => half.split(":").filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => "0");
  const groups = [...head, ...zeros, ...tail].map((group) => group.padStart(4, "0"));
  const bytes = [...Buffer.from(groups.join(""), "hex")];
  return groups.slice(0, 6).join("") === `${"0".repeat(20)}ffff` ? bytes.slice(12) : bytes;
}

function format(address: readonly number[]): string {
  if (address.length === 4) return address.join(".");
  return shortForm(
    Buffer.from(address)
      .toString("hex")
      .replace(/.{4}(?!$)/g, "$&:"),
  );
}

/** The URL parser writes every IPv6 address in one form, in hexadecimal groups. */
function shortForm(address: string): string {
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}
