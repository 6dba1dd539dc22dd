import { absoluteTime } from "../../../lib/time/absolute-time.ts";

const local = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" });

/** To the second in the reader's zone, so that it can be compared with a log. The title has UTC. */
export function LocalTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={absoluteTime(at)?.utc} className="figures whitespace-nowrap">
      {local.format(new Date(at))}
    </time>
  );
}
