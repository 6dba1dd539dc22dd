import { absoluteTime } from "../../lib/time/absolute-time.ts";
import { useRelativeTime } from "../../lib/time/ticker.ts";
import { Tooltip } from "../popup/Tooltip.tsx";
import { Unknown } from "./Unknown.tsx";

interface TimeAgoProps {
  date: string | number;
  /** Whether it is no stop of the Tab key, because the row's details have the same time as one. */
  inRow?: boolean;
}

/** A relative time. A tooltip shows the exact moment, on hover and on focus. */
export function TimeAgo({ date, inRow }: TimeAgoProps) {
  const relative = useRelativeTime(date);
  if (!relative) return <Unknown why="Unknown" />;
  return (
    <Tooltip content={<ExactTime date={date} />}>
      {(trigger) => (
        <time
          {...trigger}
          tabIndex={inRow ? undefined : 0}
          dateTime={new Date(date).toISOString()}
          className="figures rounded-sm underline decoration-line decoration-dotted underline-offset-4"
        >
          {relative}
        </time>
      )}
    </Tooltip>
  );
}

/** Formatted when the tooltip opens, because Intl takes long to initialize for dates. */
function ExactTime({ date }: { date: string | number }) {
  const time = absoluteTime(date);
  return (
    <span className="figures grid gap-0.5">
      <span>{time?.local}</span>
      <span className="text-muted">{time?.utc}</span>
    </span>
  );
}
