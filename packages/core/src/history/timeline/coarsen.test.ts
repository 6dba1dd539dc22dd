import fc from "fast-check";
import { expect, test } from "vitest";
import { fromCode, toCode, unknownCode } from "../../kit/code16.ts";
import { coarsen } from "./coarsen.ts";
import { type PastColumn, pastColumnNames, pastColumns } from "./columns.ts";
import { columnOf, emptyTimeline, type Timeline } from "./timeline.ts";

const tag = "0a0b0c";

function slotsWith(first: number, codes: readonly number[]): Timeline {
  const slots = emptyTimeline(300, first, codes.length);
  slots.status.fill(1);
  slots.covered.fill(1);
  for (const name of pastColumnNames) columnOf(slots, tag, name).set(codes);
  return slots;
}

test("HIS05 an hour has the largest, the mean or the last of its known values, whatever its column asks for", () => {
  const values = fc.array(fc.option(fc.integer({ min: 0, max: 10 ** 12 })), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(values, (figures) => {
      const codes = figures.map(toCode);
      const hour = coarsen(slotsWith(12, codes), 3_600);
      const known = codes.filter((code) => code !== unknownCode).map((code) => fromCode(code) ?? 0);
      const expected = {
        largest: known.length === 0 ? unknownCode : toCode(Math.max(...known)),
        mean:
          known.length === 0 ? unknownCode : toCode(known.reduce((sum, one) => sum + one, 0) / known.length),
        last: known.length === 0 ? unknownCode : toCode(known.at(-1) ?? null),
      };
      const got = (name: PastColumn) => hour.databases.get(tag)?.get(name)?.[0];
      for (const name of pastColumnNames)
        expect([name, got(name)]).toEqual([name, expected[pastColumns[name].of]]);
    }),
  );
});

test("HIS05 steps are aligned to UTC: the slots of two hours do not mix", () => {
  const hours = coarsen(slotsWith(11, [5, 7]), 3_600);
  expect([hours.first, hours.length, [...hours.covered]]).toEqual([0, 2, [1, 1]]);
  expect([...(hours.databases.get(tag)?.get("used") ?? [])]).toEqual([5, 7]);
});

test("HIS04 the worst status of its slots is the status of an hour", () => {
  const slots = slotsWith(0, [1, 1, 1]);
  slots.status.set([1, 6, 2]);
  expect([...coarsen(slots, 3_600).status]).toEqual([6]);
});

test("MND18 a step in which the limit changed has the largest utilization of its slots, and any other step needs none", () => {
  const amount = fc.integer({ min: 1, max: 10 ** 12 });
  const slot = fc.record({ used: fc.option(amount), limit: fc.option(fc.oneof(fc.constant(0), amount)) });
  fc.assert(
    fc.property(fc.array(slot, { minLength: 1, maxLength: 12 }), (said) => {
      const slots = emptyTimeline(300, 12, said.length);
      slots.covered.fill(1);
      for (const name of ["used", "limit"] as const)
        columnOf(slots, tag, name).set(said.map((one) => toCode(one[name])));
      const codes = (name: "used" | "limit", at: number) => columnOf(slots, tag, name)[at] ?? unknownCode;
      const limits = new Set(said.map((_, at) => codes("limit", at)).filter((code) => code !== unknownCode));
      const shares = said.flatMap((_, at) => {
        const [used, limit] = [fromCode(codes("used", at)), fromCode(codes("limit", at))];
        return used === null || !limit ? [] : [(used / limit) * 100];
      });
      const got = coarsen(slots, 3_600).databases.get(tag)?.get("utilization")?.[0] ?? unknownCode;
      const isNeeded = limits.size > 1 && shares.length > 0;
      expect(got).toBe(isNeeded ? toCode(Math.max(...shares) * 100) : unknownCode);
    }),
  );
});
