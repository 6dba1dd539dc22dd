import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { expect, test } from "vitest";
import { item, license, now } from "../../../../../tests/support/filters.ts";
import { figureEntries } from "./figure-entries.ts";
import { summarize } from "./summary.ts";

const entryOf = (label: string, ...fleet: Partial<DeploymentListItem>[]) => {
  const rows = fleet.map((fields, index) => item({ ...fields, id: `dep_${index}` }));
  return figureEntries(summarize(rows, now), undefined, true).find((entry) => entry.label === label);
};

test("OVR02 shards in use are unknown, not 0, when no license says how many", () => {
  const onlyLimit = {
    license: license({ ramShardsInUse: 0, ramShardsLimit: 0, flashShardsLimit: 0, shardsLimit: 8 }),
  };
  const entry = entryOf("Licensed shards", onlyLimit);
  expect(entry).toMatchObject({ figure: undefined, note: "of 8 across 1 deployment", bar: undefined });
  const counted = { license: license({ ramShardsInUse: 0, ramShardsLimit: 4 }) };
  expect(entryOf("Licensed shards", onlyLimit, counted)).toMatchObject({ figure: "0" });
});

test("OVR02 memory that no source reports is unknown, and what has no limit is not compared with one", () => {
  const unknown = { memoryUsed: null, memoryLimit: null };
  expect(entryOf("Memory used", unknown)).toMatchObject({
    figure: undefined,
    note: undefined,
    bar: undefined,
  });
  const half = { memoryUsed: "1048576", memoryLimit: "2097152" };
  const unlimited = { memoryUsed: "4194304", memoryLimit: "0", databaseCount: 1 };
  expect(entryOf("Memory used", half)).toMatchObject({ figure: "1.00 MiB", note: "of 2.00 MiB (50.0%)" });
  expect(entryOf("Memory used", half, unlimited)).toMatchObject({
    figure: "5.00 MiB",
    note: "of 2.00 MiB, 1 without limit",
    bar: { percent: 50 },
  });
});

test("OVR02 what is unhealthy is divided into what cannot wait and what can", () => {
  const fleet = [
    { status: "unreachable" },
    { status: "degraded" },
    { status: "degraded" },
    { status: "active" },
  ];
  expect(entryOf("Unhealthy", ...fleet)).toMatchObject({ figure: "3", note: "1 critical, 2 warnings" });
  expect(entryOf("Unhealthy", { status: "active" })).toMatchObject({ figure: "0", isTrouble: false });
});
