import { BlockList, isIP } from "node:net";

/** IPv4 networks that are not the public internet, or have a special purpose (IANA's registry, RFC 6890). */
const special4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

/** The only IPv6 network with public addresses. Mapped and translated IPv4 addresses are outside of it. */
const global6 = ["2000::/3"];
/** Its parts with a special purpose: protocols and Teredo, documentation, 6to4. */
const special6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

function listOf(networks: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}

const blocked4 = listOf(special4, "ipv4");
const open6 = listOf(global6, "ipv6");
const blocked6 = listOf(special6, "ipv6");

/** Whether an IP address belongs to the public internet. False for a text that is no IP address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !blocked4.check(address);
  // An address with a zone, as fe80::1%eth0, is of one link only.
  if (family !== 6 || address.includes("%")) return false;
  return open6.check(address, "ipv6") && !blocked6.check(address, "ipv6");
}
