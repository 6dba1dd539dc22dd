import type { Level } from "@shardwatch/core/contract/filter/severity";
import type { ReactNode } from "react";
import { levelFills } from "../text/levels.ts";

interface MeterProps {
  percent: number;
  level: Level;
  /** Names the bar for screen readers. */
  label: string;
  /** What a screen reader says instead of the number. */
  spoken?: string;
  /** The colour of the used part, if it is not that of the level. */
  fill?: string;
  /** Marks on the bar. */
  children?: ReactNode;
}

/** The place of a percentage on a bar. Over 100 it is the end. */
export const placeOf = (percent: number) => `${Math.min(100, percent)}%`;

/**
 * A thin bar for a percentage. Over 100 the bar is full and the value stays exact. Its colour is that of the
 * level, beside the figure next to it.
 */
export function Meter({
  percent,
  level,
  label,
  spoken = `${percent}%`,
  fill = levelFills[level],
  children,
}: MeterProps) {
  return (
    <span
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(100, percent)}
      aria-valuenow={percent}
      aria-valuetext={spoken}
      className="relative block h-1 w-full rounded-sm bg-track"
    >
      <span className={`block h-full rounded-sm ${fill}`} style={{ width: placeOf(percent) }} />
      {children}
    </span>
  );
}
