import { describe, expect, test } from "vitest";
import { readProxies } from "../settings/trusted-proxies.ts";
import { clientAddress } from "./client-address.ts";

function clientBehind(trusted: string[], remoteAddress: string, forwarded?: string): string | undefined {
  const proxies = readProxies(trusted);
  if ("wrong" in proxies) throw new Error(proxies.wrong);
  const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  return clientAddress({ headers, socket: { remoteAddress } }, proxies.isTrusted);
}

const attacker = "203.0.113.66";

describe("SLF03 X-Forwarded-For", () => {
  test("counts from nobody unless a proxy is trusted", () => {
    expect(clientBehind([], "10.0.0.1", attacker)).toBe("10.0.0.1");
    expect(clientBehind(["10.0.0.2"], "10.0.0.1", attacker)).toBe("10.0.0.1");
  });

  test.each([
    ["what the proxy has heard", "10.0.0.1", "198.51.100.7", "198.51.100.7"],
    ["no header", "10.0.0.1", undefined, "10.0.0.1"],
    ["entries that the caller made up", "10.0.0.1", `${attacker}, 127.0.0.1, 198.51.100.7`, "198.51.100.7"],
    ["a chain of trusted proxies", "10.0.0.1", `${attacker}, 198.51.100.7, 10.0.9.9`, "198.51.100.7"],
    ["a caller who names a trusted proxy", "10.0.0.1", "10.0.0.3, 198.51.100.7", "198.51.100.7"],
    ["only trusted proxies", "10.0.0.1", "10.0.0.3", "10.0.0.3"],
    ["IPv4 as IPv6 shows it", "::ffff:10.0.0.1", "::ffff:198.51.100.7", "198.51.100.7"],
    ["IPv6", "10.0.0.1", "2001:db8::7", "2001:db8::7"],
    ["a port behind the address", "10.0.0.1", "198.51.100.7:4711", "198.51.100.7"],
    ["a port behind IPv6", "10.0.0.1", "[2001:db8::7]:4711", "2001:db8::7"],
    ["no address", "10.0.0.1", "unknown", "10.0.0.1"],
    ["no address after a trusted proxy", "10.0.0.1", `${attacker}, _hidden, 10.0.0.3`, "10.0.0.3"],
    ["an empty header", "10.0.0.1", "", "10.0.0.1"],
    ["something else", "10.0.0.1", "1.2.3.4.5, 999.1.1.1", "10.0.0.1"],
  ])("%s", (_, remote, forwarded, expected) => {
    expect(clientBehind(["10.0.0.0/8"], remote, forwarded)).toBe(expected);
  });

  test("a network of IPv6 can be trusted", () => {
    expect(clientBehind(["fd00::/8"], "fd12::1", "198.51.100.7")).toBe("198.51.100.7");
    expect(clientBehind(["fd00::/8"], "2001:db8::1", "198.51.100.7")).toBe("2001:db8::1");
  });
});
