import type { Level } from "@shardwatch/core/contract/filter/severity";
import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { groupOf } from "../../../lib/words/outlook-groups.ts";

type Judged = Pick<MemoryOutlook, "say" | "likely" | "level">;

/**
 * How urgent a row is. At its limit it is as bad as its policy makes that. Before, there is time to act: what is critical
 * is so within 14 days, and a warning within 30.
 * @param now Unix epoch in milliseconds
 */
export function urgencyOf(item: Judged, now: number): Level {
  const group = groupOf(item, now);
  if (group === "full" || group === "14") return item.level;
  return group === "30" && item.level === "critical" ? "warning" : "ok";
}

const worstFirst: readonly Level[] = ["critical", "warning", "ok"];

/** The worst of some rows. */
export function worstOf(items: readonly Judged[], now: number): Level {
  const found = new Set(items.map((item) => urgencyOf(item, now)));
  return worstFirst.find((level) => found.has(level)) ?? "ok";
}
