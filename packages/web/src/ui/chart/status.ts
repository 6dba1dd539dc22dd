import type { History } from "@shardwatch/core/contract/history/history";
import { isActive } from "@shardwatch/core/contract/filter/severity";
import { counted } from "../../lib/words/count.ts";
import { momentText, pointText, type Zone } from "../../lib/time/zone.ts";
import type { Span } from "./types.ts";

/** A time in which a deployment had one status. */
export interface StatusSpan extends Span {
  status: string;
}

/** A time in which the source said nothing, and the newest steps, which it may still report. */
export const silent = "silent";
const awaited = "awaited";
/** The time before a deployment was first reported. */
const before = "before";

/** The times of each status, without those of which nothing is to be said. */
export function statusSpans({ from, step, status }: Pick<History, "from" | "step" | "status">): StatusSpan[] {
  let at = Date.parse(from) / 1_000;
  const spans = status.map(([name, steps]) => {
    const begin = at;
    at += steps * step;
    return { status: name, from: begin, to: at };
  });
  return spans.filter((span) => span.status !== awaited && span.status !== before);
}

/** The least time that the charts of a new deployment show, in seconds. */
const leastShown = 1_800;

/** Where charts that end now begin, in Unix seconds: before a deployment was first reported there is nothing to draw. */
export function shownFrom({
  from,
  to,
  step,
  status,
}: Pick<History, "from" | "to" | "step" | "status">): number {
  const [word, steps = 0] = status[0] ?? [];
  const begin = Date.parse(from) / 1_000;
  if (word !== before) return begin;
  return Math.max(begin, Math.min(begin + steps * step, Date.parse(to) / 1_000 - leastShown));
}

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
] as const;

/** "1 hour 5 minutes", "2 days 3 hours": the two largest units. */
export function lengthText(seconds: number): string {
  let rest = seconds;
  const parts = units.flatMap(([name, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [counted(count, name)] : [];
  });
  return parts.slice(0, 2).join(" ") || "less than a minute";
}

/** How many times are read out one by one. */
const mostSpans = 4;

/** How long, and from when, the steps of one length are said to be. A longer step has the worst status in it. */
function saying(step: number, zone: Zone) {
  const [, unit] = stepUnits.find(([seconds]) => seconds === step) ?? [];
  if (unit === undefined)
    return {
      title: "Status: ",
      length: (seconds: number) => `for ${lengthText(seconds)}`,
      begin: (at: number) => `from ${momentText(at * 1_000, zone)}`,
    };
  return {
    title: `Worst status per ${unit}: `,
    length: (seconds: number) => `${unit === "day" ? "on" : "in"} ${counted(seconds / step, unit)}`,
    begin: (at: number) => `from ${pointText(at, step, zone)}`,
  };
}

const stepUnits = [
  [3_600, "hour"],
  [86_400, "day"],
] as const;

/**
 * "Status: active for 22 hours; silent for 2 hours, from Nov 21, 10:00", "Worst status per day: active on 9 days".
 * @param step seconds
 */
export function statusWords(spans: readonly StatusSpan[], step: number, zone: Zone): string {
  const { title, length, begin } = saying(step, zone);
  const byStatus = Map.groupBy(spans, ({ status }) => status);
  const sums = [...byStatus].map(([status, of]) => {
    const total = of.reduce((sum, { from, to }) => sum + to - from, 0);
    const said = `${status} ${length(total)}`;
    if (isActive(status)) return said;
    const times = of
      .slice(0, mostSpans)
      .map(({ from, to }) => (of.length === 1 ? begin(from) : `${begin(from)} ${length(to - from)}`));
    const more = of.length > mostSpans ? [`${of.length - mostSpans} more`] : [];
    return `${said}, ${[...times, ...more].join(", ")}`;
  });
  return title + (sums.join("; ") || "nothing known");
}

export type StatusStyle = "good" | "caution" | "bad" | "unknown";

const styles: Readonly<Record<string, StatusStyle>> = {
  active: "good",
  loading: "caution",
  degraded: "caution",
  unsupported: "unknown",
  unknown: "unknown",
  other: "unknown",
};

/** How a status looks in the band; silence is hatched and has none. */
export const styleOf = (status: string): StatusStyle => styles[status] ?? "bad";
