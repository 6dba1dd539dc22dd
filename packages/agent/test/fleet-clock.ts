import type { Clock } from "../src/clock.ts";

/** A clock for many concurrent sleepers. The test advances it from one wake-up to the next. */
export class FleetClock implements Clock {
  #time: number;
  /** The sleepers by wake-up time, in Unix milliseconds. */
  readonly #sleepers = new Map<number, (() => void)[]>();

  constructor(time: number) {
    this.#time = time;
  }

  now = (): number => this.#time;

  /** Ends when the test wakes it, also after an abort: a thousand listeners on one signal would be slow. */
  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const at = this.#time + Math.ceil(milliseconds);
      const others = this.#sleepers.get(at);
      if (others) others.push(resolve);
      else this.#sleepers.set(at, [resolve]);
    });
  }

  /** Wakes the sleepers in the order of their times up to that time. */
  async runUntil(end: number): Promise<void> {
    for (;;) {
      // Woken sleepers start their next sleep before the time moves on.
      await new Promise((resolve) => setImmediate(resolve));
      const next = Math.min(...this.#sleepers.keys());
      if (next > end) break;
      this.#time = next;
      const woken = this.#sleepers.get(next) ?? [];
      this.#sleepers.delete(next);
      for (const wake of woken) wake();
    }
    this.#time = end;
  }

  /** Wakes all remaining sleepers. */
  wakeAll(): void {
    for (const sleepers of this.#sleepers.values()) for (const wake of sleepers) wake();
    this.#sleepers.clear();
  }
}
