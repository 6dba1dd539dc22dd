import { expect, test } from "vitest";
import { createFold } from "./fold.ts";
import { createLog } from "./log.ts";
import type { Reading } from "./sources/source.ts";

function reading(key: string, replication?: Reading["replication"]): Reading {
  return {
    deployment: { key, name: key, type: "STANDALONE", status: replication ? "active" : "unreachable" },
    ...(replication && { replication }),
  };
}
const keys = (readings: Reading[]): string[] => readings.map(({ deployment }) => deployment.key);
const silent = createLog("error", () => undefined);
const primary = { dataSet: "x", primary: true };
const replica = { dataSet: "x", primary: false };

test("AGT19 a configured primary and its configured replicas are one deployment", () => {
  const fold = createFold(silent);
  expect(keys(fold([reading("a", replica), reading("b", primary), reading("c", replica)]))).toEqual(["b"]);
});

test("AGT19 they stay one while the primary or the replica cannot be read", () => {
  const fold = createFold(silent);
  fold([reading("a", replica), reading("b", primary)]);
  expect(keys(fold([reading("a", replica), reading("b")]))).toEqual(["b"]);
  expect(keys(fold([reading("a"), reading("b", primary)]))).toEqual(["b"]);
});

test("after a failover the new primary is the one that is reported", () => {
  const fold = createFold(silent);
  fold([reading("a", replica), reading("b", primary)]);
  const promoted = { dataSet: "y", primary: true };
  expect(keys(fold([reading("a", promoted), reading("b")]))).toEqual(["a", "b"]);
  expect(keys(fold([reading("a", promoted), reading("b", { dataSet: "y", primary: false })]))).toEqual(["a"]);
});

test("AGT19 they stay one while a primary restarts with another data set that the replica has not read yet", () => {
  const fold = createFold(silent);
  fold([reading("a", replica), reading("b", primary)]);
  const restarted = { dataSet: "y", primary: true };
  const waiting = reading("a", replica);
  waiting.deployment.status = "degraded";
  expect(keys(fold([waiting, reading("b", restarted)]))).toEqual(["b"]);
  expect(keys(fold([reading("a"), reading("b", restarted)]))).toEqual(["b"]);
  expect(keys(fold([reading("a", { dataSet: "y", primary: false }), reading("b", restarted)]))).toEqual([
    "b",
  ]);
});

test("a replica that follows another data set than its primary of before is reported itself", () => {
  const fold = createFold(silent);
  fold([reading("a", replica), reading("b", primary)]);
  expect(keys(fold([reading("a", replica), reading("b", { dataSet: "y", primary: true })]))).toEqual([
    "a",
    "b",
  ]);
});

test("a replica whose primary is not configured is reported itself", () => {
  expect(
    keys(createFold(silent)([reading("a", replica), reading("b", { dataSet: "z", primary: true })])),
  ).toEqual(["a", "b"]);
});

test("AGT20 several entries of one cluster are one deployment, also while the first cannot be read", () => {
  const fold = createFold(silent);
  const node = (key: string, cluster: string): Reading => ({ ...reading(key, primary), cluster });
  expect(keys(fold([node("a", "x"), node("b", "x"), node("c", "y")]))).toEqual(["a", "c"]);
  expect(keys(fold([reading("a"), node("b", "x"), node("c", "y")]))).toEqual(["a", "c"]);
  expect(keys(fold([node("a", "x"), node("b", "z"), node("c", "y")]))).toEqual(["a", "b", "c"]);
});

test("DEX04 the commands that a merged replica was sent count for the deployment that it is part of", () => {
  const fold = createFold(silent);
  const sent = (one: Reading, commands: Record<string, number>): Reading => ({
    ...one,
    deployment: { ...one.deployment, commands },
  });
  const read = [sent(reading("a", replica), { AUTH: 1, INFO: 1 }), sent(reading("b", primary), { INFO: 2 })];
  const [merged] = fold([...read, sent(reading("c", { dataSet: "y", primary: true }), { INFO: 5 })]);
  expect(merged?.deployment).toMatchObject({ key: "b", commands: { AUTH: 1, INFO: 3 } });
});
