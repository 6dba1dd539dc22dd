import { browserZone } from "../lib/time/zone.ts";

const form = {
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZoneName: "short",
} as const;

/**
 * A time of the person's clock and in UTC, so that two people can agree on it. It is within a few weeks. Where the clock
 * shows UTC, it is there once.
 */
export function EndTime({ at }: { at: number | string }) {
  const time = new Date(at);
  return (
    <time dateTime={time.toISOString()} className="figures">
      {new Intl.DateTimeFormat("en", form).format(time)}
      {browserZone().offsetAt(time.getTime()) !== 0 && (
        <span className="text-muted">
          {" "}
          ({new Intl.DateTimeFormat("en", { ...form, timeZone: "UTC" }).format(time)})
        </span>
      )}
    </time>
  );
}
