import { expect, test } from "vitest";
import { parseInfo } from "../info/info.ts";
import { servingNodes, slotCoverage, unservedSlots } from "./slots.ts";
import type { ClusterNode, Topology } from "./topology.ts";

const node = (id: string, slots: number | null, failed = false): ClusterNode => ({
  id,
  slots,
  failed,
  primary: slots !== 0,
});
const topology = (complete: boolean, ...nodes: ClusterNode[]): Topology => ({ nodes, complete });
const coverage = (assigned: number, failed: number) => ({ assigned, failed });

/** A dead primary and its successor, whose slots are left out; and a primary that serves the others. */
const takenOver = topology(false, node("dead", 0, true), node("successor", null), node("other", 10_923));
/** A shard of one failed node, whose slots are left out: it may have some, or none any more. */
const lonely = topology(false, node("dead", null, true), node("other", 10_923));

const served = (...[listed, figures]: Parameters<typeof servingNodes>): [string[], boolean] => {
  const { serving, all } = servingNodes(listed, figures);
  return [serving.map(({ id }) => id), all];
};

test("AGT20 R18 a working primary whose slots are left out serves those that CLUSTER INFO counts beyond the others", () => {
  expect(served(takenOver, coverage(16_384, 0))).toEqual([["successor", "other"], true]);
  expect(served(takenOver, coverage(10_923, 0))).toEqual([["other"], true]);
});

test("AGT20 R18 a failed node whose slots are left out has them only if CLUSTER INFO counts failed slots", () => {
  expect(served(lonely, coverage(16_384, 5_461))).toEqual([["dead", "other"], true]);
  expect(served(lonely, coverage(10_923, 0))).toEqual([["other"], true]);
  // Redis 7.0 lists the dead primary in a shard of its own, and its successor with the slots.
  const listed = topology(false, node("dead", null, true), node("successor", 5_461), node("other", 10_923));
  expect(served(listed, coverage(16_384, 0))).toEqual([["successor", "other"], true]);
});

test("AGT20 R18 slots that no listed node has make the sum unknown", () => {
  const hidden = topology(false, node("replica", 0), node("other", 10_923));
  expect(served(hidden, coverage(16_384, 0))).toEqual([["other"], false]);
  expect(served(lonely, coverage(16_384, 0))).toEqual([["other"], false]);
});

test("AGT20 R18 without CLUSTER INFO a node whose slots are left out counts, and the sum stays unknown", () => {
  expect(served(takenOver, undefined)).toEqual([["successor", "other"], false]);
  expect(served(topology(true, node("all", 16_384), node("empty", 0)), undefined)).toEqual([["all"], true]);
});

test("AGT25 R18 slots without a working primary are those of CLUSTER INFO, else of the list if it has all", () => {
  expect(unservedSlots(takenOver, coverage(16_384, 0))).toBe(0);
  expect(unservedSlots(takenOver, coverage(16_000, 5_461))).toBe(5_845);
  expect(unservedSlots(takenOver, undefined)).toBeUndefined();
  expect(unservedSlots(undefined, undefined)).toBeUndefined();
  expect(unservedSlots(topology(true, node("dead", 5_461, true), node("b", 10_923)), undefined)).toBe(5_461);
});

test("R12 figures of CLUSTER INFO that cannot be are no figures", () => {
  const figures = (assigned: string, failed: string) =>
    slotCoverage(parseInfo(`cluster_slots_assigned:${assigned}\r\ncluster_slots_fail:${failed}\r\n`));
  expect(figures("16384", "5461")).toEqual({ assigned: 16_384, failed: 5_461 });
  for (const wrong of ["16385", "-1", "1e3", "", "18446744073709505412"])
    expect([figures(wrong, "0"), figures("16384", wrong)]).toEqual([undefined, undefined]);
});
