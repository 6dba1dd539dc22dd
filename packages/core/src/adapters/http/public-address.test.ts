import fc from "fast-check";
import { expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";

/** Networks of IANA's registries of special-purpose addresses that a webhook must not reach, with their bits. */
const special: [network: string, bits: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  ["255.255.255.255", 32],
  ["::", 128],
  ["::1", 128],
  ["::ffff:0:0", 96],
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];

const isSix = (network: string) => network.includes(":");

/** The address as a number. IPv6 networks of the table end with "::". */
function numberOf(network: string): bigint {
  if (!isSix(network)) return network.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  if (network === "::1") return 1n;
  const head = network.replace(/::$/, "").split(":").filter(Boolean);
  if (network === "::ffff:0:0") return 0xffff_0000_0000n;
  return head.reduce((sum, part, place) => sum | (BigInt(`0x${part}`) << BigInt(112 - 16 * place)), 0n);
}

function textOf(value: bigint, six: boolean): string {
  const parts = (count: number, bits: number) =>
    Array.from(
      { length: count },
      (_, place) => (value >> BigInt(bits * (count - 1 - place))) & (2n ** BigInt(bits) - 1n),
    );
  return six
    ? parts(8, 16)
        .map((part) => part.toString(16))
        .join(":")
    : parts(4, 8).join(".");
}

test.each(special)("CHN04 no address of %s/%i is public", (network, bits) => {
  const free = BigInt((isSix(network) ? 128 : 32) - bits);
  const last = 2n ** free - 1n;
  const refused = (host: bigint) => {
    const address = textOf(numberOf(network) + host, isSix(network));
    expect(isPublicAddress(address), address).toBe(false);
  };
  for (const host of [0n, last]) refused(host);
  fc.assert(fc.property(fc.bigInt({ min: 0n, max: last }), refused));
});

test.each([
  // The neighbours of refused networks.
  "1.0.0.0",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "223.255.255.255",
  "8.8.8.8",
  "2001:200::",
  "2001:db7:ffff::1",
  "2001:db9::1",
  "2003::1",
  "2606:4700::1111",
  "3ffe::1",
])("CHN04 %s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  // Other spellings of IPv6, and IPv4 inside of it.
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "0:0:0:0:0:ffff:7f00:0001",
  "::127.0.0.1",
  "::ffff:8.8.8.8",
  "64:ff9b::127.0.0.1",
  "2002:7f00:1::",
  "2001:0:4136:e378::",
  "FE80::1",
  "fe80::1%eth0",
  "2606:4700::1111%eth0",
  "4000::1",
  "1fff::1",
  "e000::1",
  // No addresses.

  "",
  "localhost",
  "127.1",
  "0x7f.0.0.1",
  "2130706433",
  "0177.0.0.1",
  "8.8.8.8.",
  " 8.8.8.8",
  "8.8.8.8\n",
  "[2606:4700::1111]",
  "8.8.8.8:443",
])("CHN04 %j is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
