import { expect, test } from "vitest";
import { databaseName } from "../../../lib/words/database-name.ts";
import { shardFigures } from "../../../lib/words/shard-figures.ts";
import { typeLabel } from "./types.ts";

const license = {
  expirationDate: null,
  ramShardsInUse: 0,
  ramShardsLimit: 0,
  flashShardsInUse: 0,
  flashShardsLimit: 0,
  shardsLimit: 0,
};

test("ENT12 ENT13 ENT14 ENT15 every type has its label", () => {
  expect(["ENTERPRISE", "STANDALONE", "CLUSTER", "CLOUD"].map(typeLabel)).toEqual([
    "Enterprise",
    "OSS (Standalone)",
    "OSS (Cluster)",
    "Cloud",
  ]);
});

test("DET22 a type in lower case has the same label", () => {
  expect(typeLabel("cluster")).toBe("OSS (Cluster)");
});

test("ENT30 shards are RAM and flash in use of RAM and flash limits", () => {
  const figures = {
    ramShardsInUse: 8,
    ramShardsLimit: 12,
    flashShardsInUse: 3,
    flashShardsLimit: 4,
    shardsLimit: 99,
  };
  expect(shardFigures({ ...license, ...figures })).toEqual({ kind: "used", inUse: 11, limit: 16 });
});

test("ENT31 without RAM and flash limits the total limit is shown", () => {
  expect(shardFigures({ ...license, shardsLimit: 20 })).toEqual({ kind: "limit", limit: 20 });
});

test("AMD90 ENT31 where only a total limit is stated, the shards in use count against it: a trial shows 1/4", () => {
  const trial = { ...license, ramShardsInUse: 1, shardsLimit: 4 };
  expect(shardFigures(trial)).toEqual({ kind: "used", inUse: 1, limit: 4 });
  expect(shardFigures({ ...trial, flashShardsInUse: 2 })).toEqual({ kind: "used", inUse: 3, limit: 4 });
});

test("ENT32 without any limit, or without a licence, nothing is shown", () => {
  expect(shardFigures({ ...license, ramShardsInUse: 3 })).toBeUndefined();
  expect(shardFigures(null)).toBeUndefined();
});

test("ENT22 a database without a name is called by its id", () => {
  expect(databaseName({ id: "7", name: null })).toBe("db 7");
  expect(databaseName({ id: "7", name: "" })).toBe("db 7");
  expect(databaseName({ id: "7", name: "sessions" })).toBe("sessions");
});
