import { type DeploymentSource, traits, traitsOf } from "../../contract/source/source.ts";
import { slotSeconds } from "../../contract/report/slot-columns.ts";
import { unknownCode } from "../../kit/code16.ts";
import type { PastColumn } from "./columns.ts";
import { type DatabasePast, silentCode, type Timeline } from "./timeline.ts";

/** So many slots before a range may still hold at its begin. */
export const mostHeld = Math.max(...traits("heldFor"));

/** What a reading measures. The other figures have a value for each slot, or none. */
const readings: readonly PastColumn[] = ["used", "limit"];

/**
 * Five-minute steps without a reading of their own have the memory of the reading before, while it holds. So do databases
 * that a reading did not measure. A step of which nothing is known also has the status of the step before.
 */
export function carriedForward(timeline: Timeline, source: DeploymentSource): Timeline {
  const { heldFor: held } = traitsOf(source);
  if (held === 0 || timeline.step !== slotSeconds) return timeline;
  const { covered, status, databases } = timeline;
  for (const past of databases.values()) carryMemoryForward(past, covered, held);
  let last = -Infinity;
  for (const [index, slots] of covered.entries()) {
    if (slots > 0) last = index;
    else if (index - last <= held) {
      status[index] = status[last] ?? silentCode;
      covered[index] = covered[last] ?? 0;
    }
  }
  return timeline;
}

function carryMemoryForward(past: DatabasePast, covered: Uint16Array, held: number): void {
  const columns = [...past.values()];
  // A step of which something is known, but nothing of this database: it does not exist any more.
  const isGone = Array.from(
    covered,
    (slots, index) => slots > 0 && columns.every((codes) => (codes[index] ?? unknownCode) === unknownCode),
  );
  for (const name of readings) {
    const codes = past.get(name) ?? new Uint16Array();
    let last = -Infinity;
    for (const [index, code] of codes.entries()) {
      if (code !== unknownCode) last = index;
      else if (isGone[index]) last = -Infinity;
      else if (index - last <= held) codes[index] = codes[last] ?? unknownCode;
    }
  }
}
