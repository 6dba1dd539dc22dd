import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { expect, test } from "vitest";
import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { withIncident } from "@shardwatch/core/contract/incident/trouble";
import { item, license, now } from "../../../../../tests/support/filters.ts";
import { figureEntries } from "./figure-entries.ts";
import { summarize } from "./summary.ts";

const inNone: TroubleOf = () => null;

function entryAmong(
  troubleOf: TroubleOf | undefined,
  label: string,
  ...fleet: Partial<DeploymentListItem>[]
) {
  const rows = fleet.map((fields, index) => item({ ...fields, id: `dep_${index}` }));
  return figureEntries(summarize(rows, now, troubleOf), undefined, true).find(
    (entry) => entry?.label === label,
  );
}
const entryOf = (label: string, ...fleet: Partial<DeploymentListItem>[]) =>
  entryAmong(inNone, label, ...fleet);

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

const severities = ["critical", "warning", "warning"] as const;
/** The first three deployments are in an incident each. */
const inThree: TroubleOf = ({ id }) => {
  const severity = severities[Number(id.slice("dep_".length))];
  const incident = severity && { severity, acknowledged: null, isSilenced: false, since: now, title: "" };
  return incident ? withIncident(undefined, incident) : null;
};

test("SCR01 OVR02 unhealthy is what open incidents say, divided into what cannot wait and what can", () => {
  const fleet = Array.from({ length: 4 }, () => ({ status: "active" }));
  expect(entryAmong(inThree, "Unhealthy", ...fleet)).toMatchObject({
    figure: "3",
    note: "1 critical, 2 warnings",
    level: "critical",
  });
  const onlyWarnings: TroubleOf = (facts) => (facts.id === "dep_0" ? null : inThree(facts));
  expect(entryAmong(onlyWarnings, "Unhealthy", ...fleet)).toMatchObject({ figure: "2", level: "warning" });
  // What is not well and in no incident yet is in no count.
  const unwell = { status: "unreachable" };
  expect(entryOf("Unhealthy", unwell)).toMatchObject({ figure: "0", note: undefined, level: "ok" });
});

test("SCR01 OVR02 the figure waits for the incidents, and the others do not", () => {
  const stale = { status: "stale", via: "key_1/eu-1" };
  const entry = (label: string) => entryAmong(undefined, label, stale, { ...stale, via: "key_1/eu-2" });
  expect(entry("Unhealthy")).toBeUndefined();
  expect(entry("Silent sources")).toMatchObject({
    figure: "1",
    note: "affecting 2 deployments",
    level: "ok",
  });
});

test("OVR02 agents of one key are one silent source, and trouble only when an incident says so", () => {
  const via = (...all: string[]) => all.map((each) => ({ status: "stale", via: each }));
  expect(entryAmong(inThree, "Silent sources", ...via("key_1/a", "key_1/b", "int_1"))).toMatchObject({
    figure: "2",
    note: "affecting 3 deployments",
    level: "critical",
  });
  expect(entryOf("Silent sources", { status: "Stale" }, { status: "stale" })).toMatchObject({
    figure: "1",
    level: "ok",
  });
});
