import { absoluteTime } from "../lib/absolute-time.ts";
import { useRelativeTime } from "../lib/ticker.ts";
import { Tooltip } from "./Tooltip.tsx";

/** How long ago something was; the exact moment stands in a tooltip, on hover and on focus. */
export function TimeAgo({ date }: { date: string | number }) {
  const relative = useRelativeTime(date);
  if (!relative) return <span className="text-faint">N/A</span>;
  return (
    <Tooltip content={<ExactTime date={date} />}>
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

/** Worked out when the tooltip opens: to write dates is what a browser takes longest to get ready for. */
function ExactTime({ date }: { date: string | number }) {
  const time = absoluteTime(date);
  return (
    <span className="figures grid gap-0.5">
      <span>{time?.local}</span>
      <span className="text-muted">{time?.utc}</span>
    </span>
  );
}
