import { absoluteTime, secondText } from "../../../lib/time/absolute-time.ts";

/** To the second in the reader's zone, so that it can be compared with a log. The title has UTC. */
export function LocalTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={absoluteTime(at)?.utc} className="figures whitespace-nowrap">
      {secondText(Date.parse(at))}
    </time>
  );
}
