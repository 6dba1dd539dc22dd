import { expect, test } from "vitest";
import { unknownCode } from "../../kit/code16.ts";
import { carriedForward } from "./carry-forward.ts";
import type { PastColumn } from "./columns.ts";
import { columnOf, emptyTimeline, type Timeline } from "./timeline.ts";

const none = unknownCode;
const tag = "0a0b0c";

/** A timeline of one database with these columns. Steps that are covered have a row. */
function past(covered: readonly number[], columns: Partial<Record<PastColumn, number[]>>): Timeline {
  const timeline = emptyTimeline(300, 0, covered.length);
  timeline.covered.set(covered);
  timeline.status.set(covered);
  for (const [name, codes] of Object.entries(columns)) columnOf(timeline, tag, name as PastColumn).set(codes);
  return timeline;
}

const column = ({ databases }: Timeline, name: PastColumn) => [...(databases.get(tag)?.get(name) ?? [])];

test("HIS01 the memory of a reading holds for the quarter of an hour after it, and no longer", () => {
  const timeline = past([1, 0, 0, 0, 0], { used: [7, none, none, none, none] });
  carriedForward(timeline, "elasticache");
  expect(column(timeline, "used")).toEqual([7, 7, 7, 7, none]);
  expect([...timeline.covered]).toEqual([1, 1, 1, 1, 0]);
});

test("HIS01 it also holds in steps that have other figures, which are not carried themselves", () => {
  const timeline = past([1, 1, 1, 0], { used: [7, none, none, none], clients: [1, 2, 3, none] });
  carriedForward(timeline, "elasticache");
  expect(column(timeline, "used")).toEqual([7, 7, 7, 7]);
  expect(column(timeline, "clients")).toEqual([1, 2, 3, none]);
});

test("HIS01 a cache that a reading did not measure keeps its memory; one that is gone has none", () => {
  const measured = past([1, 1, 1], { used: [7, none, none], limit: [9, 9, 9] });
  expect(column(carriedForward(measured, "elasticache"), "used")).toEqual([7, 7, 7]);
  const gone = past([1, 1, 0], { used: [7, none, none], limit: [9, none, none] });
  expect(column(carriedForward(gone, "elasticache"), "used")).toEqual([7, none, none]);
});

test("HIS04 an agent's steps are never carried", () => {
  const timeline = past([1, 0], { used: [7, none] });
  expect(column(carriedForward(timeline, "agent"), "used")).toEqual([7, none]);
});

test("MND21 a reading of Redis Cloud holds for the five minutes after it, and no longer", () => {
  const timeline = past([1, 0, 0, 0], { used: [7, none, none, none] });
  expect(column(carriedForward(timeline, "redis-cloud"), "used")).toEqual([7, 7, none, none]);
  expect([...timeline.covered]).toEqual([1, 1, 0, 0]);
});
