import * as fc from "fast-check";
import { expect, test } from "vitest";
import { contains, isSameAddress, parseNetwork, privateNetworkOf } from "./ip-network.ts";

function network(text: string): Exclude<ReturnType<typeof parseNetwork>, string> {
  const found = parseNetwork(text);
  if (typeof found === "string") throw new Error(`${text} ${found}`);
  return found;
}

/** The address with these bytes, 4 or 16. */
function written(bytes: Uint8Array): string {
  if (bytes.length === 4) return bytes.join(".");
  return (Buffer.from(bytes).toString("hex").match(/.{4}/g) ?? []).join(":");
}

test("AGT31 an address lies in a network as long as no bit of the prefix differs", () => {
  const ofSize = (size: number) => fc.uint8Array({ minLength: size, maxLength: size });
  // Never an IPv4 address inside an IPv6 one, because the eleventh byte of that is 255.
  const bytes = fc.oneof(
    ofSize(4),
    ofSize(16).map((all) => all.with(10, 0)),
  );
  fc.assert(
    fc.property(bytes, fc.nat(128), fc.nat(127), (own, length, place) => {
      const width = own.length * 8;
      const [size, flipped] = [length % (width + 1), place % width];
      const other = own.with(flipped >> 3, (own[flipped >> 3] ?? 0) ^ (0x80 >> (flipped & 7)));
      const first = own.map((byte, at) => byte & (0xff00 >> Math.max(0, Math.min(8, size - at * 8))));
      const found = network(`${written(first)}/${size}`);
      expect(contains(found, written(own))).toBe(true);
      expect(contains(found, written(other))).toBe(flipped >= size);
      expect(contains(found, own.length === 4 ? "2001:db8::1" : "198.51.100.1")).toBe(false);
    }),
  );
});

test.each([
  ["10.1.0.0/16", "10.1.0.0/16"],
  ["10.1.2.3/32", "10.1.2.3/32"],
  ["0.0.0.0/0", "0.0.0.0/0"],
  ["FD00:0001:0:0::/64", "fd00:1::/64"],
  ["::/0", "::/0"],
])("AGT27 the network %s is read", (text, shortest) => {
  expect(parseNetwork(text)).toMatchObject({ text: shortest });
});

test.each([
  ["10.1.2.3", "has no prefix length; write 10.1.2.3/32 for this one address"],
  ["fd00::5", "has no prefix length; write fd00::5/128 for this one address"],
  ["10.1.2.3/8", "has bits set after the prefix; write 10.0.0.0/8"],
  ["fd00:1::5/64", "has bits set after the prefix; write fd00:1::/64"],
  ["10.1.0.0/33", "has a prefix length above 32"],
  ["fd00::/129", "has a prefix length above 128"],
  ["::ffff:10.0.0.0/104", "has a prefix length above 32"],
  ["10.1.0.0/08", "is not a network in CIDR notation"],
  ["10.1.0.0/-1", "is not a network in CIDR notation"],
  ["10.1.0.0/255.255.0.0", "is not a network in CIDR notation"],
  ["10.1/16", "is not a network in CIDR notation"],
  ["010.1.0.0/16", "is not a network in CIDR notation"],
  ["fe80::%eth0/64", "is not a network in CIDR notation"],
  ["redis.internal/24", "is not a network in CIDR notation"],
  ["", "is not a network in CIDR notation"],
])("AGT28 %o is no network, and the fault says what would be right", (text, fault) => {
  expect(parseNetwork(text)).toContain(fault);
});

test.each([
  ["10.255.0.1", "10.255.0.0/24"],
  ["172.31.255.255", "172.31.255.0/24"],
  ["192.168.7.9", "192.168.7.0/24"],
  ["100.127.0.1", "100.127.0.0/24"],
  ["127.1.2.3", "127.1.2.0/24"],
  ["169.254.1.1", "169.254.1.0/24"],
  ["::ffff:10.0.0.1", "10.0.0.0/24"],
  ["fe80::1%eth0", "fe80::/64"],
  ["fdff:1:2:3:4::", "fdff:1:2:3::/64"],
  ["::1", "::/64"],
])("AGT31 %s is private, in the network %s", (address, text) => {
  expect(privateNetworkOf(address)?.text).toBe(text);
});

test.each([
  "9.255.255.255",
  "11.0.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.167.255.255",
  "192.169.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "169.253.255.255",
  "169.255.0.0",
  "0.0.0.0",
  "::",
  "::2",
  "fbff::1",
  "fe00::1",
  "fec0::1",
  "2001:db8::1",
  "64:ff9b::10.0.0.1",
  "redis.internal",
  "",
])("AGT31 %o is no private address", (address) => {
  expect(privateNetworkOf(address)).toBeUndefined();
});

test("AGT31 an address is the same however it is written, and what is no address is like nothing", () => {
  expect(isSameAddress("2001:DB8:0::1", "2001:db8::0:1")).toBe(true);
  expect(isSameAddress("::ffff:198.51.100.7", "198.51.100.7")).toBe(true);
  expect(isSameAddress("198.51.100.7", "198.51.100.8")).toBe(false);
  expect(isSameAddress("::7", "0.0.0.7")).toBe(false);
  expect(isSameAddress("redis", "redis")).toBe(false);
});
