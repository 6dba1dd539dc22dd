/**
 * Seconds that each step of `npm test` may take on two cores that do nothing else. The table in tests/README.md says
 * the same and what was measured.
 * @type {Readonly<Record<string, number>>}
 */
export const shares = {
  types: 26,
  lint: 15,
  format: 30,
  unit: 480,
  build: 5,
  browser: 460,
  infra: 39,
};

/**
 * A step is too slow when it takes this many times its share. Times vary on machines that share their memory and disks
 * with others. In November 2026 the same tests took twice as long on one day. The short computation that measures the
 * machine took 1.3 times as long.
 */
const tolerance = 2;

/**
 * A sentence about a step that is too slow, undefined when it is not.
 * @param {string} step
 * @param {number} seconds that it took
 * @param {number} slowness how many times slower this machine is than the one that the shares are for; 1 or more
 * @returns {string | undefined}
 */
export function complaint(step, seconds, slowness) {
  const share = shares[step];
  if (share === undefined) throw new Error(`scripts/lib/budget.mjs names no share for the step ${step}`);
  const limit = share * tolerance * slowness;
  if (seconds <= limit) return undefined;
  const here = slowness > 1 ? `, at most ${limit.toFixed(0)} s on this machine now` : "";
  return (
    `${step} took ${seconds.toFixed(0)} s; its share is ${share} s, at most ${(share * tolerance).toFixed(0)} s${here}. ` +
    "Make its tests quicker, or give it more in scripts/lib/budget.mjs and tests/README.md with the reason."
  );
}
