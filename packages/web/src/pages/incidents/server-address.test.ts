import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import { expect, test } from "vitest";
import { addressIn, addressOf, wantsAddress, withAddress } from "./server-address.ts";

test.each([
  ["cache.example.com:6379", { host: "cache.example.com", port: "6379" }],
  ["10.0.0.7:7000", { host: "10.0.0.7", port: "7000" }],
  ["[2001:db8::1]:6380", { host: "2001:db8::1", port: "6380" }],
  ["cache.example.com", undefined],
  ["cache.example.com:0", undefined],
  ["cache.example.com:65536", undefined],
  ["-oProxyCommand=x:6379", undefined],
  ["a;rm -rf /:6379", undefined],
  ["$(curl evil):6379", undefined],
  ["a b:6379", undefined],
  ["a\nb:6379", undefined],
  ["`id`:6379", undefined],
  ["redis://cache:6379", undefined],
  ["", undefined],
  [null, undefined],
])("SCR11 the address in %j", (text, expected) => {
  expect(addressIn(text)).toEqual(expected);
});

const database = (id: string, endpoint?: string) => ({ id, endpoint }) as Database;
const node = (address?: string) => ({ id: "n", address, role: null, slots: null, state: "ok" }) as const;

test("SCR11 a command gets the address of the database that the incident is about, else of the only one, else of a node", () => {
  const two = [database("1", "one:6379"), database("2", "two:6379")];
  expect(addressOf({ databases: two }, "2")?.host).toBe("two");
  expect(addressOf({ databases: two }, undefined)).toBeUndefined();
  expect(
    addressOf({ databases: two, nodes: [{ ...node(), address: "n1:7000" }] }, undefined),
  ).toBeUndefined();
  expect(addressOf({ databases: [database("1", "one:6379")] }, undefined)?.host).toBe("one");
  const nodes = [
    { ...node(), address: "odd" },
    { ...node(), address: "n2:7001" },
  ];
  expect(addressOf({ databases: [database("1")], nodes }, undefined)).toEqual({ host: "n2", port: "7001" });
  expect(addressOf({ databases: [database("1")] }, undefined)).toBeUndefined();
});

test("SCR11 a command without a known address keeps its placeholders, and another one takes the address as it has to be written", () => {
  const [ping, end] = [
    "redis-cli -h HOST -p PORT PING",
    "openssl s_client -connect HOST:PORT -servername HOST",
  ];
  expect(withAddress(ping, undefined)).toBe(ping);
  expect(withAddress(ping, { host: "one", port: "6379" })).toBe("redis-cli -h one -p 6379 PING");
  const ipv6 = { host: "2001:db8::1", port: "6380" };
  expect(withAddress(ping, ipv6)).toBe("redis-cli -h 2001:db8::1 -p 6380 PING");
  expect(withAddress(end, ipv6)).toBe("openssl s_client -connect [2001:db8::1]:6380 -servername 2001:db8::1");
  expect([ping, "journalctl -u shardwatch-agent -n 50"].map(wantsAddress)).toEqual([true, false]);
});
