import type { Clock } from "../src/clock.ts";

/** A clock that does not move until the test wakes the sleeper. */
export class FakeClock implements Clock {
  time: number;
  /** Every wait so far, in milliseconds. */
  readonly waits: number[] = [];
  #wake: (() => void) | undefined;
  #asleep: (() => void) | undefined;

  constructor(time: number) {
    this.time = time;
  }

  now(): number {
    return this.time;
  }

  sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
    this.waits.push(milliseconds);
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        this.time += milliseconds;
        resolve();
      };
      signal.addEventListener("abort", () => resolve(), { once: true });
      this.#asleep?.();
    });
  }

  /** Resolves with the milliseconds of the next wait, once there is one. */
  async asleep(): Promise<number> {
    if (!this.#wake) await new Promise<void>((resolve) => (this.#asleep = resolve));
    return this.waits.at(-1) ?? 0;
  }

  /** Ends the present wait, and sets the clock forward by it. */
  async pass(): Promise<void> {
    await this.asleep();
    this.#wake?.();
  }
}
