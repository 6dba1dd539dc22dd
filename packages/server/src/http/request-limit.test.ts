import { expect, test } from "vitest";
import { countsOfMinute } from "./request-limit.ts";

test("MND11 counts belong to one minute, and to one name", () => {
  let now = 120_000;
  const counts = countsOfMinute(() => now);
  expect([counts.add("a"), counts.add("a"), counts.add("b"), counts.of("a")]).toEqual([1, 2, 1, 2]);
  now += 15_000;
  expect(counts.rest()).toBe(45_000);
  now += 45_000;
  expect([counts.of("a"), counts.add("a")]).toEqual([0, 1]);
});

test("MND11 the memory of the counts is bounded: among ten thousand names the oldest gives way", () => {
  const counts = countsOfMinute(() => 0);
  for (let index = 0; index < 25_000; index += 1) counts.add(`192.0.${index}`);
  expect(counts.size()).toBe(10_000);
  expect([counts.of("192.0.0"), counts.of("192.0.24999")]).toEqual([0, 1]);
});
