import { expect, test } from "vitest";
import { nextSpark, type Spark, sparkText } from "./spark.ts";
import { decodeSparks, encodeSparks } from "./sparks.table.ts";

const full = { memoryUsed: "100", memoryLimit: "100" };
const item = (used: number | null, limit: string | null = "1000", facts = {}) => ({
  memoryUsed: used === null ? null : String(used),
  memoryLimit: limit,
  facts,
});

/** The text after these hours, one after the other. */
function textOf(hours: readonly ReturnType<typeof item>[]): string {
  let spark: Spark | undefined;
  for (const hour of hours) spark = nextSpark(spark, 1, hour, true);
  return spark ? sparkText(spark) : "";
}

test("HIS13 a sparkline has one character for each of 24 hours, from empty to full in 62 steps", () => {
  expect(textOf([0, 16, 500, 1_000, 5_000].map((used) => item(used)))).toBe(`${"-".repeat(19)}01Vzz`);
  expect(textOf(Array.from({ length: 30 }, (_, hour) => item(hour * 30)))).toMatch(/^[0-9A-Za-z]{24}$/);
});

test("HIS13 an hour in which nothing was heard is unknown, and so are the hours without a census", () => {
  const first = nextSpark(undefined, 0, full, true);
  const silent = nextSpark(first, 1, full, false);
  expect(sparkText(silent)).toBe(`${"-".repeat(22)}z-`);
  expect(sparkText(nextSpark(silent, 3, full, true))).toBe(`${"-".repeat(19)}z---z`);
  expect(sparkText(nextSpark(silent, 200, full, true))).toBe(`${"-".repeat(23)}z`);
  expect(sparkText(nextSpark(first, 1, item(null), true))).toBe(`${"-".repeat(22)}z-`);
});

test("HIS13 a second value of the same hour replaces the first", () => {
  const first = nextSpark(nextSpark(undefined, 0, item(0), true), 1, item(1_000), true);
  expect(sparkText(nextSpark(first, 0, item(500), true))).toBe(`${"-".repeat(22)}0V`);
});

test("HIS13 without a limit the values are parts of the largest one, behind a mark", () => {
  expect(textOf([item(50, "0"), item(100, "0"), item(25, null)])).toBe(`~${"-".repeat(21)}VzF`);
  // What the other databases use is not of the limit that one of them has.
  for (const facts of [{ unlimited: 1 }, { limitUnknown: 2 }])
    expect(textOf([item(50, "10", facts), item(100, "10", facts)])).toBe(`~${"-".repeat(22)}Vz`);
  expect(textOf([item(0, "0")])).toBe(`~${"-".repeat(23)}0`);
});

test("HIS13 a limit that is set later also measures the hours before it; one that goes away measures none", () => {
  expect(textOf([item(500, "0"), item(1_000)])).toBe(`${"-".repeat(22)}Vz`);
  expect(textOf([item(500), item(1_000, "0")])).toBe(`~${"-".repeat(23)}z`);
});

test("HIS13 stored sparklines are read as they were, in any order of their deployments", () => {
  const id = (character: string) => `dep_${character.repeat(20)}`;
  const sparks = new Map<string, Spark>([
    [id("z"), nextSpark(nextSpark(undefined, 1, item(3), true), 1, item(900), true)],
    [id("0"), nextSpark(nextSpark(undefined, 1, item(2_000, "0"), true), 1, item(2_047, "0"), false)],
  ]);
  const bytes = encodeSparks(sparks);
  expect(decodeSparks(bytes)).toEqual(sparks);
  expect(encodeSparks(new Map([...sparks].toReversed()))).toEqual(bytes);
  expect(decodeSparks(Buffer.concat([Buffer.of(2), bytes.subarray(1)]))).toEqual(new Map());
});
