import { availableParallelism } from "node:os";
import { gzipSync } from "node:zlib";

/** What the computation takes on a machine like that of the shares that does nothing else, in milliseconds. */
const usualMs = 150;
const usualCores = 2;

const text = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => (index * 48_271) % 65_537).join());

/** Milliseconds that a fixed computation takes here and now. */
function computationMs() {
  const begun = performance.now();
  gzipSync(text);
  return performance.now() - begun;
}

/**
 * How many times slower than usual this machine is now, at least 1. Slower cores, fewer cores and other work
 * all count. TEST_SLOWNESS, a number, multiplies it.
 * @returns {number}
 */
export function measureSlowness() {
  const chosen = Number(process.env.TEST_SLOWNESS ?? 1);
  if (!(chosen >= 1)) throw new Error("TEST_SLOWNESS must be a number, 1 or more");
  const fewer = Math.max(1, usualCores / availableParallelism());
  return Math.max(1, computationMs() / usualMs) * fewer * chosen;
}
