import { type Level, nearlyFullFrom } from "@shardwatch/core/contract/filter/severity";
import { levelFills } from "../text/levels.ts";
import { Meter, placeOf } from "./Meter.tsx";

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

/** How much of a limit is used, with marks at 80 and 90 %. */
export function MemoryBar({ fullest, lastKnown = false, ...meter }: MemoryBarProps) {
  const { level } = meter;
  const fill = lastKnown && level === "ok" ? "bg-faint" : levelFills[level];
  return (
    <Meter {...meter} fill={fill}>
      {marks.map((mark) => (
        <span key={mark} className="absolute inset-y-0 w-px bg-surface" style={{ left: `${mark}%` }} />
      ))}
      {fullest !== undefined && (
        <span
          className={`absolute -inset-y-0.5 -ml-px w-0.5 rounded-sm ${fill}`}
          style={{ left: placeOf(fullest) }}
        />
      )}
    </Meter>
  );
}
