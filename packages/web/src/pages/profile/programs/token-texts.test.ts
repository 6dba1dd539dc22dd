import type { TokenScope } from "@shardwatch/core/contract/token/scopes";
import { expect, test } from "vitest";
import { endOf, firstCommand, mayScrape, networksIn, scopeNames } from "./token-texts.ts";

test("OUT01 networks are separated by lines, spaces, commas or semicolons", () => {
  expect(networksIn(" 192.0.2.0/24\n2001:db8::/32, 198.51.100.7;192.0.2.0/24 \r\n")).toEqual([
    "192.0.2.0/24",
    "2001:db8::/32",
    "198.51.100.7",
  ]);
  expect(networksIn(" \n, ")).toEqual([]);
});

test("OUT01 a token is marked from 14 days before its end, and not in the first half of its life", () => {
  const token = { createdAt: "2026-01-01T12:00:00.000Z", expiresAt: "2026-03-31T12:00:00.000Z" };
  const at = (time: string) => endOf(token, Date.parse(time));
  expect(at("2026-03-17T11:59:59.999Z")).toBe("later");
  expect(at("2026-03-17T12:00:00.000Z")).toBe("soon");
  expect(at("2026-03-31T11:59:59.999Z")).toBe("soon");
  expect(at("2026-03-31T12:00:00.000Z")).toBe("over");
  const week = { createdAt: "2026-03-24T12:00:00.000Z", expiresAt: "2026-03-31T12:00:00.000Z" };
  expect(endOf(week, Date.parse("2026-03-27T23:59:59.999Z"))).toBe("later");
  expect(endOf(week, Date.parse("2026-03-28T00:00:00.000Z"))).toBe("soon");
});

test("OUT01 scopes are words, also one that only a later release knows", () => {
  expect(scopeNames(["read", "audit", "billing"])).toBe("Read, Audit, billing");
});

test("OUT01 the first command reads what the token may read", () => {
  const of = (...scopes: string[]) => firstCommand(scopes, "https://api.test");
  expect(of("audit", "read")).toBe(
    'curl -H "Authorization: Bearer $SHARDWATCH_TOKEN" https://api.test/deployments',
  );
  expect(of("sources")).toMatch(/test\/access-key$/);
  expect(of("incidents")).toBeUndefined();
});

test("OUT01 a token is for Prometheus until its end, with the scope Metrics or Read", () => {
  const expiresAt = "2026-03-31T12:00:00.000Z";
  const may = (scope: TokenScope, at = "2026-03-31T11:59:59.999Z") =>
    mayScrape({ scopes: [scope], expiresAt }, Date.parse(at));
  expect([may("metrics"), may("read"), may("audit"), may("read", expiresAt)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
