import { useId } from "react";
import { dayText } from "../../../../lib/time/zone.ts";
import { formatCount } from "../../../../lib/words/count.ts";

/** One day. What lies between `least` and `most` is not certain. */
export interface DayBar {
  /** "2026-11-29" */
  date: string;
  least: number;
  most: number;
  /** Whether nothing is known of it. */
  isUnknown: boolean;
}

/** "Nov 29" */
export const dayOf = (date: string): string => dayText(new Date(`${date}T00:00:00Z`));

const [slot, gap, height, smallest] = [10, 2, 48, 3];

/** A bar for each day: solid for the least, lighter up to the most, hatched where nothing is known. */
export function DayBars({ bars, label }: { bars: readonly DayBar[]; label: string }) {
  const hatch = useId();
  const most = Math.max(1, ...bars.map((bar) => bar.most));
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(smallest, (count / most) * height));
  const bar = (index: number, tall: number) => ({
    x: index * slot + gap / 2,
    y: height - tall,
    width: slot - gap,
    height: tall,
  });
  return (
    <div className="grid gap-1">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${bars.length * slot} ${height}`}
        preserveAspectRatio="none"
        className="h-16 w-full border-b border-line"
      >
        <defs>
          <pattern
            id={hatch}
            width="4"
            height="4"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <line x1="0" y1="0" x2="0" y2="4" strokeWidth="1.5" className="stroke-faint" />
          </pattern>
        </defs>
        {bars.map(({ date, isUnknown, ...counts }, index) =>
          isUnknown ? (
            <rect key={date} {...bar(index, height)} fill={`url(#${CSS.escape(hatch)})`} opacity="0.5" />
          ) : (
            <g key={date} className="fill-meter">
              <rect {...bar(index, heightOf(counts.most))} opacity="0.4" />
              <rect {...bar(index, heightOf(counts.least))} />
            </g>
          ),
        )}
      </svg>
      <p aria-hidden className="flex justify-between gap-2 text-xs text-muted">
        <span>{bars[0] && dayOf(bars[0].date)}</span>
        <span>At most {formatCount(Math.max(0, ...bars.map((each) => each.most)))} a day</span>
        <span>{bars.at(-1) && dayOf(bars.at(-1)?.date ?? "")}</span>
      </p>
    </div>
  );
}
