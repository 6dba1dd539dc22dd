import { type Level, nearlyFullFrom } from "@shardwatch/core/contract/filter/severity";
import { levelFills } from "./levels.ts";

/** Where a bar has its marks: look out, and nearly full. */
const marks = [80, nearlyFullFrom];

interface MemoryBarProps {
  percent: number;
  level: Level;
  /** Names the bar for screen readers. */
  label: string;
  /** What a screen reader says instead of the number. */
  spoken?: string;
  /** The percentage of the fullest of several databases: a line across the bar. */
  fullest?: number | undefined;
  /** Whether its source is silent. What was well then is grey. */
  lastKnown?: boolean;
}

/** How much of a limit is used, with marks at 80 and 90 %. Above 100 the bar is full, the value is exact. */
export function MemoryBar({
  percent,
  level,
  label,
  spoken = `${percent} %`,
  fullest,
  lastKnown = false,
}: MemoryBarProps) {
  const fill = lastKnown && level === "ok" ? "bg-faint" : levelFills[level];
  const width = (value: number) => `${Math.min(100, value)}%`;
  return (
    <span
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(100, percent)}
      aria-valuenow={percent}
      aria-valuetext={spoken}
      className="relative block h-1 w-full"
    >
      <span className="absolute inset-0 overflow-hidden rounded-sm bg-track">
        <span className={`block h-full rounded-sm ${fill}`} style={{ width: width(percent) }} />
        {marks.map((mark) => (
          <span key={mark} className="absolute inset-y-0 w-px bg-surface" style={{ left: `${mark}%` }} />
        ))}
      </span>
      {fullest !== undefined && (
        <span
          className={`absolute -inset-y-0.5 -ml-px w-0.5 rounded-sm ${fill}`}
          style={{ left: width(fullest) }}
        />
      )}
    </span>
  );
}
