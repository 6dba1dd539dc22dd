import { expect, test } from "vitest";
import { targetOf } from "./endpoint.ts";

test.each([
  ["redis.internal:6379", "redis://redis.internal:6379"],
  ["cache_1.example.:06380", "redis://cache_1.example.:6380"],
  ["192.0.2.7:1", "redis://192.0.2.7:1"],
  ["[::1]:65535", "redis://[::1]:65535"],
  ["[2001:db8::192.0.2.1]:6379", "redis://[2001:db8::192.0.2.1]:6379"],
])("OUT09 an endpoint is a target: %s", (text, target) => {
  expect(targetOf(text, false)).toBe(target);
  expect(targetOf(text, true)).toBe(target.replace("redis:", "rediss:"));
});

test.each([
  "",
  "redis",
  "redis:",
  ":6379",
  "redis:0",
  "redis:65536",
  "redis:123456",
  "redis:+1",
  "redis:6379 ",
  "re dis:6379",
  "redis:6379\n",
  "re\u0000dis:6379",
  "re\u202Edis:6379",
  "redis.example/scrape:6379",
  "redis.example?a=b:6379",
  "redis.example#a:6379",
  "user:secret@redis.example:6379",
  "user@redis.example:6379",
  "redis://redis.example:6379",
  "unix:///var/run/redis.sock",
  'redis":6379',
  "${1}:6379",
  "bücher.example:6379",
  "::1:6379",
  "[::1]",
  "[::1%eth0]:6379",
  "[:::]:6379",
  "[redis]:6379",
  "[::1:6379",
  "-redis:6379",
  "redis..example:6379",
  `${"a".repeat(254)}:6379`,
])("OUT09 a text that is no host with a port is no target: %j", (text) => {
  expect(targetOf(text, false)).toBeUndefined();
});
