const slot = 300_000;
/** An agent reports a slot with its first report after it, which is up to a minute later, in milliseconds. */
const reportedAfter = 65_000;
/** So that pages all over the world do not ask at once, in milliseconds. */
const spread = 15_000;

/**
 * The milliseconds until the newest five minutes have been reported.
 * @param now Unix milliseconds
 * @param chance from 0 to 1
 */
export function untilNextSlot(now: number, chance = Math.random()): number {
  const sinceReport = (now - reportedAfter + slot) % slot;
  return Math.max(slot - sinceReport, 1_000) + Math.round(chance * spread);
}
