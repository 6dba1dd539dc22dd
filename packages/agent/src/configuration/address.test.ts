import { expect, test } from "vitest";
import { parseAddress, parseApiAddress } from "./address.ts";

test.each([
  ["redis.internal:6380", { host: "redis.internal", port: 6380 }],
  ["redis.internal", { host: "redis.internal", port: 6379 }],
  ["127.0.0.1:1", { host: "127.0.0.1", port: 1 }],
  ["[::1]:6379", { host: "::1", port: 6379 }],
  ["[fe80::1.2.3.4]", { host: "fe80::1.2.3.4", port: 6379 }],
  ["redis://a:7", { host: "a", port: 7, tls: false }],
  ["rediss://a:7/0", { host: "a", port: 7, tls: true }],
])("AGT27 the address %s is understood", (text, address) => {
  expect(parseAddress(text)).toEqual(address);
});

test.each([
  ["::1", "brackets"],
  ["host:", "port between 1 and 65535"],
  ["host:0", "port between 1 and 65535"],
  ["host:65536", "port between 1 and 65535"],
  ["host:abc", "port between 1 and 65535"],
  ["http://host:1", "neither redis:// nor rediss://"],
  ["redis://user:hunter2@host:1", "passwordFile"],
  ["redis://host:1/3", "must end after the port"],
  ["redis://host:1?password=hunter2", "must end after the port"],
  ["two words", "not an address"],
])("AGT28 the address %s is refused and says why, without repeating a password", (text, reason) => {
  expect(parseAddress(text)).toContain(reason);
  expect(parseAddress(text)).not.toContain("hunter2");
});

test.each([
  ["https://api.example.com/", "https://api.example.com"],
  ["https://example.com/shardwatch/", "https://example.com/shardwatch"],
  ["http://localhost:3001", "http://localhost:3001"],
  ["http://[::1]:3001", "http://[::1]:3001"],
])("AGT27 the API address %s is taken as %s", (text, address) => {
  expect(parseApiAddress(text)).toEqual({ address });
});

test.each([
  "http://api.example.com",
  "http://127.0.0.1.example.com",
  "ftp://a",
  "api.example.com",
  "https://a?b",
  "https://u:p@a",
])("AGT28 the API address %s is refused", (text) => expect(parseApiAddress(text)).toHaveProperty("fault"));
