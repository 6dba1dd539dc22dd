import { type Counter, counterNames, eachCounter, type Rates } from "../../source.ts";
import { infoDigits, infoField } from "./info.ts";
import type { Info } from "./info.ts";

/** The counters of INFO's section Stats. They count from the start of the server, or from CONFIG RESETSTAT. */
const fields: Record<Counter, string> = {
  ops: "total_commands_processed",
  hits: "keyspace_hits",
  misses: "keyspace_misses",
  evicted: "evicted_keys",
  expired: "expired_keys",
};

type Counts = Record<Counter, number | null>;

/** Rates over a longer time say nothing about five minutes. In seconds. */
const longest = 600;
/** `uptime_in_seconds` is a whole number, and the server was asked before its answer was read. */
const tolerance = 2;

/** What one server did in each second between two readings. */
export class Counters {
  #last: { run: string | undefined; at: number; counts: Counts } | undefined;

  /**
   * The rates since the last call. A server that was restarted, or whose statistics were reset, has counted from zero.
   * Undefined at the first call, after a long time, and when another server answers at this address: its counters may
   * be those of years.
   * @param now milliseconds of a clock that is never set
   */
  since(info: Info, now = performance.now()): Rates | undefined {
    const run = infoField(info, "server", "run_id");
    const counts = eachCounter((name) => countOf(info, fields[name]));
    const last = this.#last;
    this.#last = { run, at: now, counts };
    const seconds = last ? (now - last.at) / 1_000 : 0;
    if (!last || !(seconds > 0) || seconds > longest) return undefined;
    if (last.run !== run && !isStartedWithin(info, seconds)) return undefined;
    const isNew = last.run !== run || hasFallen(last.counts, counts);
    const rates = eachCounter((name) => {
      const [before, count] = [isNew ? 0 : last.counts[name], counts[name]];
      return before === null || count === null ? null : (count - before) / seconds;
    });
    return { seconds, ...rates };
  }
}

function countOf(info: Info, name: string): number | null {
  const count = Number(infoDigits(info, "stats", name));
  return Number.isSafeInteger(count) ? count : null;
}

function isStartedWithin(info: Info, seconds: number): boolean {
  const uptime = infoDigits(info, "server", "uptime_in_seconds");
  return uptime !== undefined && Number(uptime) <= seconds + tolerance;
}

function hasFallen(before: Counts, now: Counts): boolean {
  return counterNames.some((name) => (now[name] ?? Infinity) < (before[name] ?? 0));
}
