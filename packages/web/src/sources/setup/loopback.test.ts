import { expect, test } from "vitest";
import { isLoopback } from "./loopback.ts";

test.each([
  "http://localhost:8080/api",
  "http://LOCALHOST.:8080",
  "https://shardwatch.localhost/api",
  "http://127.0.0.1:3001",
  "http://127.8.9.10",
  "http://127.1",
  "http://[::1]:8080/api",
  "redis://localhost:6379",
  "rediss://[::1]:6379",
])("only this machine reaches %s", (url) => expect(isLoopback(url)).toBe(true));

test.each([
  "https://shardwatch.example.com/api",
  "https://localhost.example.com",
  "https://mylocalhost",
  "https://127.0.0.1.example.com",
  "http://128.0.0.1",
  "http://[2001:db8::1]:8080",
  "redis://cache_1.eu-west.internal:6379",
])("other machines may reach %s", (url) => expect(isLoopback(url)).toBe(false));
