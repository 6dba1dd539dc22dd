import { absoluteTime } from "../lib/absolute-time.ts";
import { useRelativeTime } from "../lib/ticker.ts";
import { Tooltip } from "./Tooltip.tsx";

/** How long ago something was; the exact moment stands in a tooltip, on hover and on focus. */
export function TimeAgo({ date }: { date: string | number }) {
  const relative = useRelativeTime(date);
  const absolute = absoluteTime(date);
  if (!relative || !absolute) return <span className="text-faint">N/A</span>;
  return (
    <Tooltip
      content={
        <span className="figures grid gap-0.5">
          <span>{absolute.local}</span>
          <span className="text-muted">{absolute.utc}</span>
        </span>
      }
    >
      {(trigger) => (
        <time
          {...trigger}
          dateTime={new Date(date).toISOString()}
          className="figures rounded-sm underline decoration-line decoration-dotted underline-offset-4"
        >
          {relative}
        </time>
      )}
    </Tooltip>
  );
}
