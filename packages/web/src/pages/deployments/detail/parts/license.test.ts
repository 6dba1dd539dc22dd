import { expect, test } from "vitest";
import type { License } from "@shardwatch/core/contract/deployment/deployment";
import { describeExpiry, expiryOf, shardUses } from "./license.ts";

const now = Date.parse("2026-06-15T12:00:00Z");

test.each([
  ["2026-06-28T09:00:00Z", "expires in 13 days", "soon"],
  ["2026-06-16T00:00:00Z", "expires tomorrow", "soon"],
  ["2026-06-15T23:59:00Z", "expires today", "soon"],
  ["2027-06-15T12:00:00Z", "expires in 365 days", "later"],
  ["2027-06-15T12:00:01Z", "valid for more than a year", "far"],
  ["2098-09-28T00:00:00Z", "valid for more than a year", "far"],
  ["2026-06-15T11:59:00Z", "expired today", "expired"],
  ["2026-06-14T23:00:00Z", "expired yesterday", "expired"],
  ["2026-05-25T12:00:00Z", "expired 21 days ago", "expired"],
  ["2026-05-16T12:00:00Z", "expired 30 days ago", "expired"],
  ["2025-03-15T12:00:00Z", "expired 1 year ago", "expired"],
  ["soon", undefined, undefined],
  [null, undefined, undefined],
] as const)("ENT59 a licence until %s %s", (date, text, expiry) => {
  expect(describeExpiry(date, now)).toBe(text);
  expect(expiryOf(date, now)).toBe(expiry);
});

const license: License = {
  activationDate: null,
  expirationDate: null,
  clusterName: null,
  owner: null,
  ramShardsInUse: 2,
  ramShardsLimit: 0,
  flashShardsInUse: 1,
  flashShardsLimit: 0,
  shardsLimit: 0,
  features: [],
};
const percents = (change: Partial<License>) =>
  shardUses({ ...license, ...change }).map(({ name, percent }) => [name, percent]);

test("ENT28 shards have a share only of a limit that is stated, of the total one when that is all there is", () => {
  expect(percents({ ramShardsLimit: 3, flashShardsLimit: 4, shardsLimit: 7 })).toEqual([
    ["RAM shards", 66.7],
    ["Flash shards", 25],
  ]);
  expect(percents({ ramShardsLimit: 1, shardsLimit: 1 })).toEqual([
    ["RAM shards", 200],
    ["Flash shards", undefined],
  ]);
  expect(percents({ shardsLimit: 4 })).toEqual([
    ["RAM shards", undefined],
    ["Flash shards", undefined],
    ["All shards", 75],
  ]);
  expect(percents({})).toEqual([
    ["RAM shards", undefined],
    ["Flash shards", undefined],
  ]);
});
