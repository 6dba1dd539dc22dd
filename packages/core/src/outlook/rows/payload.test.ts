import { expect, test } from "vitest";
import type { Growth } from "../../contract/outlook/runway.ts";
import type { ShortId } from "../../history/deployment-bytes.ts";
import { longTagOf, onlyTag, shortTagOf } from "../../history/tags.ts";
import { type DatabaseOutlook, type DatabaseOutlooks, decodeOutlooks, encodeOutlooks } from "./payload.ts";

const gib = 2 ** 30;

const growth: Growth = {
  days: 84,
  perDay: gib,
  pace: "faster",
  isVague: true,
  within: 52.5,
  earliest: { level: 40 * gib, perDay: 2 * gib },
  likely: { level: 36 * gib, perDay: gib },
  latest: { level: 2 ** 53, perDay: 512 },
  slack: 3,
};

const nothing: DatabaseOutlook = {
  trend: undefined,
  evicts: false,
  evicted: undefined,
  share: undefined,
  full: undefined,
};

const all = new Map<ShortId, DatabaseOutlooks>([
  [
    2n ** 63n,
    new Map([
      [
        onlyTag,
        {
          trend: growth,
          evicts: true,
          evicted: 4_096,
          share: 37.5,
          full: { days: 90, hitRatio: 91.5, hitRatioBefore: 100 },
        },
      ],
    ]),
  ],
  [
    7n,
    new Map<string, DatabaseOutlook>([
      [
        shortTagOf(longTagOf("a")),
        { trend: { days: 6, growth: "early" }, evicts: false, evicted: 0, share: undefined, full: undefined },
      ],
      [longTagOf("b"), { ...nothing, share: 0 }],
      [
        longTagOf("c"),
        { ...nothing, evicts: true, full: { days: undefined, hitRatio: undefined, hitRatioBefore: 0 } },
      ],
      [
        longTagOf("d"),
        {
          trend: { ...growth, pace: "slower", isVague: false, slack: 0 },
          evicts: false,
          evicted: 0.25,
          share: 100,
          full: undefined,
        },
      ],
    ]),
  ],
  [1n, new Map()],
]);

test("RUN02 CHG04 the outlook of databases is read as it was written", () => {
  expect(decodeOutlooks(encodeOutlooks(all))).toEqual(all);
});

test("RUN02 the same outlook gives the same bytes, in whichever order it was computed", () => {
  const reversed = [...all].map(([id, databases]) => [id, new Map([...databases].toReversed())] as const);
  expect(encodeOutlooks(new Map(reversed.toReversed())).equals(encodeOutlooks(all))).toBe(true);
});

test("CHG04 a share below a border stays below it, and figures keep a thousandth", () => {
  const one = (share: number, perDay: number) => {
    const outlook = { trend: { ...growth, perDay }, evicts: false, evicted: 0, share, full: undefined };
    const stored = decodeOutlooks(encodeOutlooks(new Map([[1n, new Map([[onlyTag, outlook]])]])));
    return stored?.get(1n)?.get(onlyTag);
  };
  expect(one(9.99, 1)?.share).toBe(9.5);
  expect(one(89.99, 1)?.share).toBe(89.5);
  expect(one(90, 1)?.share).toBe(90);
  const { trend } = one(1, 123_456_789.123) ?? {};
  expect(trend && "perDay" in trend ? trend.perDay / 123_456_789.123 : 0).toBeCloseTo(1, 3);
  // A line of less than a byte a day still ends.
  expect(one(1, 0.2)?.trend).toMatchObject({ perDay: 1 });
});

test("RUN02 bytes that are damaged, or of a version to come, say nothing", () => {
  const bytes = encodeOutlooks(all);
  for (let length = 0; length < bytes.length; length += 1)
    expect(decodeOutlooks(bytes.subarray(0, length)), `${length} bytes`).toBeUndefined();
  for (const version of [0, 2])
    expect(decodeOutlooks(Buffer.concat([Buffer.of(version), bytes.subarray(1)]))).toBeUndefined();
  for (let at = 0; at < bytes.length; at += 1) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 255;
    expect(() => decodeOutlooks(damaged), `byte ${at}`).not.toThrow();
  }
});

test("P15 fifteen databases without growth take less than six bytes each, with growth less than thirty", () => {
  const bytesOf = (trend: Growth | undefined) => {
    const deployments = Array.from({ length: 250 }, (_, place): [ShortId, DatabaseOutlooks] => {
      const databases = Array.from({ length: 15 }, (_unused, id): [string, DatabaseOutlook] => {
        const share = (place * 7 + id * 13) % 101;
        return [
          shortTagOf(longTagOf(`${place} ${id}`)),
          { trend, evicts: false, evicted: 0, share, full: undefined },
        ];
      });
      return [BigInt(place) * 12_345_678_901n, new Map(databases)];
    });
    return encodeOutlooks(new Map(deployments)).length / (250 * 15);
  };
  expect(bytesOf(undefined)).toBeLessThan(6);
  expect(bytesOf(growth)).toBeLessThan(30);
});
