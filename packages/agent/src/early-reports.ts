import type { Clock } from "./clock.ts";
import type { Log } from "./log.ts";
import type { Watched } from "./watched.ts";

/** So many early reports may follow each other. */
const burst = 6;
/** After them there is one in this time, in milliseconds: the usual interval. */
const refill = 60_000;

/** Bounds the early reports of an agent. Servers that flap cost at most twice its usual reports. */
export class EarlyReportBudget {
  #left = burst;
  #countedAt: number;

  /** @param now milliseconds of any clock */
  constructor(now: number) {
    this.#countedAt = now;
  }

  /** Whether one more may be sent, which is counted then. */
  take(now: number): boolean {
    const gained = Math.floor((now - this.#countedAt) / refill);
    if (gained > 0) {
      this.#left = Math.min(burst, this.#left + gained);
      this.#countedAt += gained * refill;
    }
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }
}

export interface EarlyReportTimes {
  /** The shortest distance between two reports. The API refuses anything below two seconds. */
  gap: number;
  /** How often a source in trouble is read until it works again. */
  again: number;
  /** How long this goes on. Later it is read with the reports only. */
  longest: number;
  /** How long further alarms of a source are ignored after a false one, such as a server's idle timeout. */
  quiet: number;
}

const defaultTimes: EarlyReportTimes = { gap: 3_000, again: 5_000, longest: 300_000, quiet: 600_000 };

export interface EarlyReportTools {
  sources: readonly Pick<Watched, "name" | "reported" | "changed" | "check" | "onAlarm">[];
  clock: Clock;
  log: Log;
}

/**
 * Ends the wait for the next report when the status of a source has changed. A source that gives an alarm is
 * read once more. Only if its status is another one than was reported, a report is sent early. A redis-server that is
 * stopped is known to the API after 0.1 to 3 seconds. One that hangs with its connection open waits for its report.
 */
export class EarlyReporter {
  readonly #tools: EarlyReportTools;
  readonly #times: EarlyReportTimes;
  readonly #early: EarlyReportBudget;
  readonly #quietUntil = new Map<string, number>();
  readonly #busy = new Set<string>();
  #wake: (() => void) | undefined;
  /** Whether an early report was asked for while one was on its way. */
  #due = false;
  #lastReport = Number.NEGATIVE_INFINITY;
  #signal: AbortSignal | undefined;

  constructor(tools: EarlyReportTools, times: Partial<EarlyReportTimes> = {}) {
    this.#tools = tools;
    this.#times = { ...defaultTimes, ...times };
    this.#early = new EarlyReportBudget(tools.clock.now());
    for (const source of tools.sources) source.onAlarm = () => void this.#readAlarming(source);
  }

  /**
   * Waits for the time of the next report. Returns whether it ended early.
   * @param milliseconds until the planned report
   */
  async wait(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    const { clock, sources } = this.#tools;
    this.#signal = signal;
    this.#lastReport = clock.now();
    if (signal.aborted) return false;
    // The report on its way may have read the source before its status changed.
    const missed = this.#due && sources.some(({ changed }) => changed);
    this.#due = false;
    let early = false;
    const ended = new AbortController();
    const end = () => ended.abort();
    this.#wake = () => {
      early = true;
      end();
    };
    const least = missed ? Math.min(milliseconds, this.#times.gap) : milliseconds;
    // AbortSignal.any() would leave something behind at the lasting signal, each minute.
    signal.addEventListener("abort", end);
    await clock.sleep(least, ended.signal);
    signal.removeEventListener("abort", end);
    this.#wake = undefined;
    return missed || early;
  }

  /** Nothing before the first report: it reads every source anyway. */
  async #readAlarming(source: EarlyReportTools["sources"][number]): Promise<void> {
    const { name, reported } = source;
    const { clock, log } = this.#tools;
    const signal = this.#signal;
    if (!signal || signal.aborted || reported === undefined || this.#busy.has(name)) return;
    if (clock.now() < (this.#quietUntil.get(name) ?? 0)) return;
    this.#busy.add(name);
    try {
      if (!(await source.check())) {
        this.#quietUntil.set(name, clock.now() + this.#times.quiet);
        return;
      }
      log.debug("a status has changed, which is reported early", { deployment: name });
      await this.#report(signal);
      await this.#untilItWorks(source, signal);
    } finally {
      this.#busy.delete(name);
    }
  }

  /** A source in trouble gives no alarm when it works again. */
  async #untilItWorks(source: EarlyReportTools["sources"][number], signal: AbortSignal): Promise<void> {
    const { clock } = this.#tools;
    const { again, longest } = this.#times;
    const end = clock.now() + longest;
    while (!signal.aborted && clock.now() < end) {
      await clock.sleep(again, signal);
      if (signal.aborted || source.reported === "active") return;
      if (await source.check()) await this.#report(signal);
    }
  }

  /** Ends the wait, not sooner after the last report than allowed. Too many of them wait for the planned one. */
  async #report(signal: AbortSignal): Promise<void> {
    const { clock } = this.#tools;
    if (!this.#early.take(clock.now())) return;
    const rest = this.#lastReport + this.#times.gap - clock.now();
    if (rest > 0) await clock.sleep(rest, signal);
    if (this.#wake) this.#wake();
    else this.#due = true;
  }
}
