import type { Clock } from "../src/clock.ts";

/** A clock for many sleepers at once that the test lets run: time goes from one waking to the next. */
export class FleetClock implements Clock {
  #time: number;
  /** Who wakes when, in Unix milliseconds. */
  readonly #sleepers = new Map<number, (() => void)[]>();

  constructor(time: number) {
    this.#time = time;
  }

  now = (): number => this.#time;

  /** Ends when the test says so, also after an abort: a thousand listeners of one signal would take long. */
  sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const at = this.#time + Math.ceil(milliseconds);
      const others = this.#sleepers.get(at);
      if (others) others.push(resolve);
      else this.#sleepers.set(at, [resolve]);
    });
  }

  /** Wakes the sleepers in the order of their times until that time. */
  async runUntil(end: number): Promise<void> {
    for (;;) {
      // What was woken goes on to its next sleep before time does.
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

  /** Wakes everybody who still sleeps. */
  wakeAll(): void {
    for (const sleepers of this.#sleepers.values()) for (const wake of sleepers) wake();
    this.#sleepers.clear();
  }
}
