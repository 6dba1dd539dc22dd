import { minute } from "@shardwatch/core/kit/time";

/** More addresses than that within a minute are many machines, whom a limit of each one does not stop. */
const mostNames = 10_000;

/** Counts by name within the current minute. The memory has a bound: the longest known name gives way to a new one. */
export function countsOfMinute(now: () => number) {
  const counts = new Map<string, number>();
  let current = 0;

  function ofNow(): Map<string, number> {
    const at = Math.floor(now() / minute);
    if (at !== current) counts.clear();
    current = at;
    return counts;
  }

  /** Counts one, and returns how many there are now. */
  function add(name: string): number {
    const count = of(name) + 1;
    const [oldest] = counts.keys();
    if (count === 1 && counts.size >= mostNames && oldest !== undefined) counts.delete(oldest);
    counts.set(name, count);
    return count;
  }

  const of = (name: string): number => ofNow().get(name) ?? 0;

  /** Until the next minute, in milliseconds. */
  const rest = (): number => minute - (now() % minute);

  return { add, of, rest, size: () => ofNow().size };
}
