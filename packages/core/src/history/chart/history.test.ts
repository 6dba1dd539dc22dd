import { expect, test } from "vitest";
import type { Owned } from "../../deployment/read/owned.ts";
import { whyNoValues } from "./history.ts";

const found = {
  hasSlot: true,
  isRead: true,
  hasLookups: true,
  hasDetails: true,
  isPartly: false,
  now: 0,
};
const owned: Owned = {
  owner: "agent:key:one",
  pastOwners: [],
  born: undefined,
  databases: ["0"],
  detailedHistory: false,
  replicated: undefined,
  source: "agent",
  type: "ENTERPRISE",
  status: "active",
  license: {
    expirationDate: "2027-01-01T00:00:00Z",
    shardsLimit: 4,
    ramShardsInUse: 1,
    ramShardsLimit: 4,
    flashShardsInUse: 0,
    flashShardsLimit: 0,
  },
};

test("HIS15 shards without a value say whether it is the product, the license or the time", () => {
  expect(whyNoValues("ramShards", owned, found)).toBe(
    "Shards are counted once a day, and were not in this time.",
  );
  expect(whyNoValues("ramShards", { ...owned, license: null }, found)).toBe(
    "The cluster reported no license, so its shards are not known.",
  );
  expect(whyNoValues("flashShards", { ...owned, type: "STANDALONE" }, found)).toBe(
    "Only Redis Enterprise has a license with shards.",
  );
});

test("SCR06 charts of a time in which nothing could be read say so, and not of which five minutes", () => {
  const reason = "The databases could not be read in this time.";
  expect(whyNoValues("ops", owned, { ...found, isRead: false })).toBe(reason);
  expect(whyNoValues("memoryUsed", owned, { ...found, isRead: false })).toBe(reason);
  expect(whyNoValues("ops", owned, { ...found, hasSlot: false, isRead: false })).not.toBe(reason);
});
