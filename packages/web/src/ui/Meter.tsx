import type { Level } from "@shardwatch/core/contract/filter/severity";
import { levelFills } from "./levels.ts";

/**
 * A thin bar for a percentage. Over 100 the bar is full and the value stays exact. Its colour is that of the
 * level, beside the figure next to it.
 */
export function Meter({ percent, level, label }: { percent: number; level: Level; label: string }) {
  return (
    <span
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(100, percent)}
      aria-valuenow={percent}
      aria-valuetext={`${percent} %`}
      className="block h-1 w-full overflow-hidden rounded-sm bg-track"
    >
      <span
        className={`block h-full rounded-sm ${levelFills[level]}`}
        style={{ width: `${Math.min(100, percent)}%` }}
      />
    </span>
  );
}
