import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import { expect, test } from "vitest";
import { reloadAfter } from "./access-keys.ts";

const now = Date.parse("2026-03-01T12:00:00.000Z");
const key = (
  minutesOld: number,
  lastUsed: string | null = null,
): Pick<AccessKey, "createdAt" | "lastUsed"> => ({
  createdAt: new Date(now - minutesOld * 60_000).toISOString(),
  lastUsed,
});

test("KEY28 KEY29 the list of keys reloads soon while a new key's first report is awaited", () => {
  const used = key(3, new Date(now).toISOString());
  expect(reloadAfter([used, key(3)], now)).toBe(10_000);
  expect(reloadAfter([used, key(25)], now), "after twenty minutes").toBe(60_000);
  expect(reloadAfter([used], now)).toBe(60_000);
  expect(reloadAfter([], now)).toBe(60_000);
});
