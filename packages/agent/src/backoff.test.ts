import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Backoff } from "./backoff.ts";

const retry = { kind: "retry", reason: "network" } as const;

test("AGT29 R10 waits after failures are random shares of a ceiling that doubles up to a minute", () => {
  const highest = new Backoff({ random: () => 0.999_999, rejectedKeySeconds: 600 });
  const ceilings = Array.from({ length: 9 }, () => Math.round(highest.after(retry) / 1_000));
  expect(ceilings).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  const lowest = new Backoff({ random: () => 0, rejectedKeySeconds: 600 });
  expect(Array.from({ length: 9 }, () => lowest.after(retry))).toEqual(Array(9).fill(0));
});

test("AGT29 R10 the wait is never shorter than Retry-After says, and little longer", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3_600 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (seconds, random) => {
        const backoff = new Backoff({ random: () => random, rejectedKeySeconds: 600 });
        const wait = backoff.after({ ...retry, retryAfterSeconds: seconds }) / 1_000;
        expect(wait).toBeGreaterThanOrEqual(seconds);
        expect(wait).toBeLessThanOrEqual(seconds * 1.1 + 1);
      },
    ),
  );
});

test("a success ends the growth", () => {
  const backoff = new Backoff({ random: () => 0.5, rejectedKeySeconds: 600 });
  for (let count = 0; count < 5; count += 1) backoff.after(retry);
  backoff.after({ kind: "accepted", nextReportSeconds: 60 });
  expect(backoff.after(retry)).toBe(500);
});

test("R9 a thousand agents that come back after an outage stay under twice the steady rate", () => {
  let seed = 42;
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const outageSeconds = 3_600;
  const perTenSeconds = new Map<number, number>();
  let latestFirst = 0;
  for (let agent = 0; agent < 1_000; agent += 1) {
    const backoff = new Backoff({ random, rejectedKeySeconds: 600 });
    let time = random() * 60;
    let delivered = false;
    while (time < outageSeconds + 600) {
      const up = time >= outageSeconds;
      if (up) perTenSeconds.set(Math.floor(time / 10), (perTenSeconds.get(Math.floor(time / 10)) ?? 0) + 1);
      if (up && !delivered) latestFirst = Math.max(latestFirst, time - outageSeconds);
      delivered ||= up;
      time += backoff.after(up ? { kind: "accepted", nextReportSeconds: 60 } : retry) / 1_000;
    }
  }
  const steady = 1_000 / 6;
  expect(Math.max(...perTenSeconds.values())).toBeLessThan(2 * steady);
  expect(latestFirst).toBeLessThanOrEqual(60);
});
