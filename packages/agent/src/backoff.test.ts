import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Backoff, ownShare } from "./backoff.ts";

const retry = { kind: "retry", reason: "network" } as const;
const noon = Date.parse("2030-01-01T12:00:00Z");
const accepted = (nextReportSeconds: number) => ({ kind: "accepted", nextReportSeconds }) as const;

function backoffWith(random: number, share = 0): Backoff {
  return new Backoff({ random: () => random, rejectedKeySeconds: 600, share });
}

test("AGT29 R10 waits after failures are random shares of a ceiling that doubles, then the agent's own moment", () => {
  const highest = backoffWith(0.999_999);
  const ceilings = Array.from({ length: 9 }, () => Math.round(highest.after(retry, noon) / 1_000));
  expect(ceilings).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  const lowest = backoffWith(0, 0.25);
  const waits = Array.from({ length: 8 }, () => lowest.after(retry, noon));
  expect(waits).toEqual([0, 0, 0, 0, 0, 0, 15_000, 15_000]);
});

test("AGT29 R10 the wait is never shorter than Retry-After says, and little longer", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3_600 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (seconds, random) => {
        const wait = backoffWith(random).after({ ...retry, retryAfterSeconds: seconds }, noon) / 1_000;
        expect(wait).toBeGreaterThanOrEqual(seconds);
        expect(wait).toBeLessThanOrEqual(seconds * 1.1 + 1);
      },
    ),
  );
});

test("a success ends the growth", () => {
  const backoff = backoffWith(0.5);
  for (let count = 0; count < 5; count += 1) backoff.after(retry, noon);
  backoff.after(accepted(60), noon);
  expect(backoff.after(retry, noon)).toBe(500);
});

test("AGT07 a report begins as long after the one before as told, at the agent's own moment, however long it took", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3_600 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.integer({ min: 0, max: 7_200_000 }),
      fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 8 }),
      (seconds, share, start, durations) => {
        const backoff = backoffWith(0, share);
        const first = backoff.after(accepted(seconds), noon + start);
        expect(first).toBeGreaterThanOrEqual(seconds * 1_000);
        expect(first).toBeLessThan(seconds * 2_000);
        let begun = noon + start + first;
        for (const duration of durations) {
          const next = begun + duration + backoff.after(accepted(seconds), begun + duration);
          expect(next - begun).toBe(seconds * 1_000);
          begun = next;
        }
      },
    ),
  );
});

test("a clock that is set or a report that takes longer than the interval brings no report before its time", () => {
  const backoff = backoffWith(0, 0.5);
  backoff.after(accepted(60), noon);
  for (const now of [noon + 3_600_000, noon - 3_600_000, noon + 150_000])
    expect(backoff.after(accepted(60), now)).toBeGreaterThanOrEqual(60_000);
});

test("the own moment is the same at every start, and a thousand agents share the interval evenly", () => {
  expect(ownShare("0123456789abcdef")).toBe(ownShare("0123456789abcdef"));
  const seconds = new Map<number, number>();
  for (let agent = 0; agent < 1_000; agent += 1) {
    const second = Math.floor(ownShare(`agent${agent}`) * 60);
    seconds.set(second, (seconds.get(second) ?? 0) + 1);
  }
  expect(seconds.size).toBe(60);
  expect(Math.max(...seconds.values())).toBeLessThan((2 * 1_000) / 60);
});
