import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toCode, unknownCode } from "../../kit/code16.ts";
import { onlyTag } from "../tags.ts";
import { coarsen } from "../timeline/coarsen.ts";
import { pastColumnNames } from "../timeline/columns.ts";
import { columnOf, emptyTimeline, type Timeline } from "../timeline/timeline.ts";
import { decodePast, encodePast } from "./payload.ts";

const code = fc.oneof(fc.constant(unknownCode), fc.integer({ min: 0, max: unknownCode }));
const tag = fc.oneof(
  fc.uint8Array({ minLength: 3, maxLength: 3 }),
  fc.uint8Array({ minLength: 5, maxLength: 5 }),
);
const hex = tag.map((bytes) => Buffer.from(bytes).toString("hex"));

const timelines: fc.Arbitrary<Timeline> = fc
  .record({
    length: fc.constantFrom(1, 24),
    tags: fc.oneof(fc.constant([onlyTag]), fc.uniqueArray(hex, { maxLength: 5 })),
    names: fc.subarray(pastColumnNames, { minLength: 1 }),
    seed: fc.array(code, { minLength: 24, maxLength: 24 * 8 }),
    changes: fc.boolean(),
  })
  .map(({ length, tags, names, seed, changes }) => {
    const timeline = emptyTimeline(length === 1 ? 86_400 : 3_600, 20_000 * length, length);
    timeline.status.fill(1);
    timeline.covered.set(Array.from({ length }, (_, index) => (index * 7) % 289));
    for (const [at, one] of tags.entries())
      for (const [bit, name] of names.entries())
        for (let index = 0; index < length; index += 1)
          columnOf(timeline, one, name)[index] =
            seed[(at + bit * 3 + (changes ? index : 0)) % seed.length] ?? unknownCode;
    return timeline;
  });

/** What is known, in an order of its own. */
const known = ({ databases, ...rest }: Timeline) => ({
  ...rest,
  databases: [...databases]
    .flatMap(([name, columns]) => [...columns].map(([column, codes]) => `${name} ${column} ${codes.join()}`))
    .filter((text) => / (?!65535)\d|,(?!65535)\d/.test(text))
    .toSorted(),
});

describe("the payload of hours and days", () => {
  test("HIS05 what was written is read back, and the same past has the same bytes", () => {
    fc.assert(
      fc.property(timelines, (timeline) => {
        const payload = encodePast(timeline);
        const read = decodePast(payload, timeline);
        expect(read && known(read)).toEqual(known(timeline));
        const turned = { ...timeline, databases: new Map([...timeline.databases].toReversed()) };
        expect(encodePast(turned)).toEqual(payload);
      }),
      { numRuns: 300 },
    );
  });

  test("HIS05 bytes that are none of ours are not read, and throw nothing", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 120 }), (rest) => {
        for (const flags of [0, 1])
          decodePast(Uint8Array.from([1, flags, ...rest]), { step: 3_600, first: 0, length: 24 });
      }),
      { numRuns: 5_000 },
    );
    const timeline = emptyTimeline(3_600, 0, 24);
    columnOf(timeline, onlyTag, "used").set([1, 2, 3]);
    const payload = encodePast(timeline);
    for (let length = 0; length < payload.length; length += 1)
      expect(decodePast(payload.subarray(0, length), timeline)).toBeUndefined();
    expect(decodePast(Buffer.of(2, ...payload.subarray(1)), timeline)).toBeUndefined();
  });

  test("P15 HIS05 a month of hours of ten databases has at most one byte a value", () => {
    let state = 7;
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const tags = Array.from({ length: 10 }, (_, index) => (0xa0b1c2 + index * 7_919).toString(16));
    let bytes = 0;
    let values = 0;
    for (let day = 0; day < 30; day += 1) {
      const slots = emptyTimeline(300, day * 288, 288);
      slots.status.fill(1);
      slots.covered.fill(1);
      for (const [number, one] of tags.entries())
        for (const [bit, name] of pastColumnNames.entries()) {
          const column = columnOf(slots, one, name);
          const base = 10 ** ((number + bit) % 7);
          for (let index = 0; index < 288; index += 1) {
            const wave = 1 + 0.3 * Math.sin((index / 288) * 2 * Math.PI);
            // Limits never change, and an idle database has no evictions.
            const isConstant = name === "limit" || (name === "evicted" && number % 3 > 0);
            column[index] = toCode(isConstant ? base * 4 : base * wave * (1 + 0.05 * (random() - 0.5)));
          }
        }
      bytes += encodePast(coarsen(slots, 3_600)).length;
      values += tags.length * pastColumnNames.length * 24;
    }
    expect(bytes / values).toBeLessThanOrEqual(1);
  });
});
