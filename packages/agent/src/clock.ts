import { setTimeout as wait } from "node:timers/promises";

export interface Clock {
  /** Unix time in milliseconds. */
  now(): number;
  /** Resolves after the time, or at once when the signal is aborted; never rejects. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    try {
      await wait(milliseconds, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  },
};
