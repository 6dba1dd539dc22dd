import type { DeploymentSource } from "../../contract/source.ts";
import { slotSeconds } from "../../contract/slot-columns.ts";
import { type Timeline, columnOf } from "./timeline.ts";

/**
 * For how many slots after it a reading holds. An AWS account is read every fifteen minutes, Redis Cloud every five, and
 * a reading may come a slot late. Agents send every slot.
 */
const heldFor: Record<DeploymentSource, number> = { agent: 0, "redis-cloud": 1, elasticache: 3 };

/** Five-minute steps without a reading of their own have the values of the reading before, while it holds. */
export function carried(timeline: Timeline, source: DeploymentSource): Timeline {
  const held = heldFor[source];
  if (held === 0 || timeline.step !== slotSeconds) return timeline;
  let last = -Infinity;
  for (const [index, slots] of timeline.covered.entries()) {
    if (slots > 0) last = index;
    else if (index - last <= held) copyStep(timeline, last, index);
  }
  return timeline;
}

function copyStep(timeline: Timeline, from: number, to: number): void {
  timeline.status[to] = timeline.status[from] ?? 0;
  timeline.covered[to] = timeline.covered[from] ?? 0;
  for (const [tag, columns] of timeline.databases)
    for (const name of columns.keys()) {
      const column = columnOf(timeline, tag, name);
      column[to] = column[from] ?? 0;
    }
}
