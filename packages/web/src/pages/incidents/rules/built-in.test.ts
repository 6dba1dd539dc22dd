import type { WatchingRule } from "@shardwatch/core/contract/incident/rule-list";
import { expect, test } from "vitest";
import { differencesOf } from "./built-in-texts.ts";
import { builtInFaults, builtInValues, changesOf } from "./built-in-values.ts";

const saved = { changedBy: { id: "acc_1", name: "Ada" }, changedAt: "2026-11-30T00:00:00Z", revision: 3 };
const rule: WatchingRule = {
  id: "memory-full",
  name: "Memory is nearly full",
  condition: "",
  severities: ["critical", "warning"],
  opened: 0,
  channels: [],
  changeable: { thresholds: { unit: "percent", values: { warning: 90, critical: 95 } }, for: 3 },
};

test("RUL03 RUL04 a changed built-in rule says what differs, each with its default", () => {
  const changes = { ...saved, thresholds: { info: 70, warning: 80 }, for: 10, channels: [] };
  expect(differencesOf({ ...rule, changes })).toEqual([
    "info from 70% (no step)",
    "warning from 80% (90%)",
    "no critical (95%)",
    "after 10 minutes (3)",
    "sent to nobody (all channels)",
  ]);
  expect(differencesOf(rule)).toEqual([]);
});

test("RUL03 only what differs from the rule is sent, so that its defaults send nothing", () => {
  const values = builtInValues(rule);
  expect(values).toMatchObject({ info: "", warning: "90", critical: "95", for: "3", sendTo: "all" });
  expect(changesOf(values, rule)).toEqual({});
  expect(changesOf({ ...values, warning: "80", for: "10", sendTo: "nobody" }, rule)).toEqual({
    thresholds: { warning: 80, critical: 95 },
    for: 10,
    channels: [],
  });
  const fixed = { ...rule, changeable: { severity: "critical" as const } };
  expect(changesOf({ ...builtInValues(fixed), severity: "info" }, fixed)).toEqual({ severity: "info" });
  expect(builtInFaults({ ...values, warning: "much", for: "1.5" }, rule)).toMatchObject({
    warning: "Type a number",
    for: "Type whole minutes",
  });
});
