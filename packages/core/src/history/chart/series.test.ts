import fc from "fast-check";
import { expect, test } from "vitest";
import type { DatabaseMetric } from "../../contract/catalogue/figures.ts";
import { fromCode, unknownCode } from "../../kit/code16.ts";
import { longTagOf, shortTagOf } from "../tags.ts";
import { pastColumnNames } from "../timeline/columns.ts";
import { columnOf, emptyTimeline } from "../timeline/timeline.ts";
import { seriesGroupsOf } from "./series-groups.ts";
import { metricValues } from "./series.ts";
import { seriesOf } from "./series.ts";

const tagOf = (id: string) => shortTagOf(longTagOf(id));
const metrics = Object.keys(metricValues) as DatabaseMetric[];

/** A timeline in which each database has these codes of memory. */
function timelineOf(used: readonly (readonly number[])[]) {
  const timeline = emptyTimeline(300, 0, used[0]?.length ?? 0);
  timeline.covered.fill(1);
  for (const [index, codes] of used.entries()) columnOf(timeline, tagOf(String(index)), "used").set(codes);
  return timeline;
}

test("HIS03 a total has all databases that exist at a step, and is not known while one of them is not", () => {
  const code = fc.oneof(fc.nat(60_000), fc.constant(unknownCode));
  const some = fc.array(fc.array(code, { minLength: 6, maxLength: 6 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(some, fc.nat(4), (used, current) => {
      const ids = used.map((_, index) => String(index)).slice(0, current);
      const timeline = timelineOf(used);
      const [series] = seriesOf("memoryUsed", timeline, seriesGroupsOf(timeline, ids, "total"));
      const expected = Array.from({ length: 6 }, (_, step) => {
        const there = used.filter((codes, index) => {
          const known = [...codes.keys()].filter((at) => codes[at] !== unknownCode);
          const isGone = index >= ids.length && step > (known.at(-1) ?? -1);
          return step >= (known[0] ?? 6) && !isGone;
        });
        const values = there.map((codes) => fromCode(codes[step] ?? unknownCode));
        if (values.length === 0 || values.includes(null)) return null;
        return values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
      });
      expect(series?.values.map((value) => value && Number(value.toPrecision(6)))).toEqual(
        expected.map((value) => value && Number(value.toPrecision(6))),
      );
    }),
  );
});

test("MND21 databases of which one has no limit have none together, and no utilization", () => {
  const timeline = timelineOf([[10], [20]]);
  columnOf(timeline, tagOf("0"), "limit").set([100]);
  columnOf(timeline, tagOf("1"), "limit").set([0]);
  const of = (metric: DatabaseMetric, chosen: Parameters<typeof seriesGroupsOf>[2]) =>
    seriesOf(metric, timeline, seriesGroupsOf(timeline, ["0", "1"], chosen))[0]?.values;
  expect([of("memoryLimit", "total"), of("utilization", "total")]).toEqual([[0], [null]]);
  expect([of("memoryLimit", { id: "0" }), of("utilization", { id: "0" })]).toEqual([[100], [10]]);
});

test("HIS03 SCR10 all charts of 5,000 databases have the five largest, and the others together", () => {
  const size = 5_000;
  const length = 288;
  const timeline = emptyTimeline(300, 0, length);
  timeline.covered.fill(1);
  const ids = Array.from({ length: size }, (_, index) => String(index));
  for (const id of ids) for (const name of pastColumnNames) columnOf(timeline, tagOf(id), name).fill(1);
  let reads = 0;
  for (const past of timeline.databases.values()) {
    const get = past.get.bind(past);
    past.get = (name) => ((reads += 1), get(name));
  }
  const groups = seriesGroupsOf(timeline, ids, "each");
  const all = metrics.flatMap((metric) => seriesOf(metric, timeline, groups));
  const rest = all.find(({ metric, others }) => metric === "memoryUsed" && others === size - 5);
  expect(rest?.values.at(-1)).toBe(size - 5);
  expect(all).toHaveLength(6 * metrics.length);
  // What is read at every step, or for every metric anew, is read many more times.
  expect(reads).toBeLessThanOrEqual(2 * size * pastColumnNames.length);
});
