/**
 * The network by which an IP address is counted. An IPv4 address counts as itself. An IPv6 address counts as
 * its first 64 bits, because its owner has all of that network. Other texts stay as they are.
 */
export function networkOf(address: string): string {
  const [plain = ""] = address.toLowerCase().split("%");
  const [, mapped] = /^::ffff:(\d+(?:\.\d+){3})$/.exec(plain) ?? [];
  if (mapped !== undefined) return mapped;
  if (!plain.includes(":")) return plain;
  const [head = [], tail = []] = plain.split("::").map((half) => half.split(":").filter(Boolean));
  const left = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0");
  const groups = [...head, ...left, ...tail].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${groups.join(":")}::/64`;
}
