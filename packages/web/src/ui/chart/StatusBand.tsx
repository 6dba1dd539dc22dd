import { useId } from "react";
import type { Zone } from "../../lib/time/zone.ts";
import { plotInset } from "./options.ts";
import type { Span } from "./types.ts";
import { styleOf, silent, type StatusSpan, statusWords } from "./status.ts";

interface StatusBandProps {
  name: string;
  /** The range in words. */
  words: string;
  spans: readonly StatusSpan[];
  /** The length of a step in seconds. */
  step: number;
  range: Span;
  zone: Zone;
  /** Of all of it, in pixels. */
  height: number;
}

/** The status over time as a band above the charts, in words for a reader of the screen. */
export function StatusBand({ name, words, spans, step, range, zone, height }: StatusBandProps) {
  const hatch = useId();
  const length = range.to - range.from;
  const percent = (time: number) => Math.min(100, Math.max(0, ((time - range.from) / length) * 100));
  const said = statusWords(spans, step, zone);
  return (
    <div className="px-4 py-3" style={{ height }}>
      <svg
        role="img"
        aria-label={`${name}, ${words}: ${said}`}
        className="status-band"
        preserveAspectRatio="none"
      >
        <defs>
          <pattern
            id={hatch}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <line x1="0" y1="0" x2="0" y2="6" strokeWidth="2" style={{ stroke: "var(--chart-silent)" }} />
          </pattern>
        </defs>
        <rect width="100%" height="100%" className="status-unknown" />
        {spans.map(({ status, from, to }) => {
          const [left, right] = [percent(from), percent(to)];
          const isSilent = status === silent;
          return right > left ? (
            <rect
              key={from}
              x={`${left}%`}
              width={`${right - left}%`}
              height="100%"
              {...(isSilent
                ? { fill: `url(#${CSS.escape(hatch)})` }
                : { className: `status-${styleOf(status)}` })}
            />
          ) : null;
        })}
      </svg>
      <p
        aria-hidden
        className="mt-1 line-clamp-3 text-xs text-muted md:line-clamp-1"
        style={{ paddingRight: plotInset.right }}
      >
        {said}
      </p>
    </div>
  );
}
