import type { Outcome } from "./api/outcome.ts";

export interface BackoffOptions {
  /** A number from 0 up to, but not including, 1. */
  random: () => number;
  /** How long to leave the API alone after it rejected the key. */
  rejectedKeySeconds: number;
}

const baseMilliseconds = 1_000;
const capMilliseconds = 60_000;
const intervalMilliseconds = 60_000;
/** Spreads agents that were started together, little enough to keep the interval's meaning. */
const spread = 0.05;

/** Says how long to wait after each outcome. */
export class Backoff {
  readonly #options: BackoffOptions;
  #failures = 0;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  /**
   * Milliseconds until the next report. After failures: full jitter, a random share of 1, 2, 4 ... 60 seconds.
   * Never sooner than Retry-After says.
   */
  after(outcome: Outcome): number {
    if (outcome.kind === "accepted") return this.#regular(outcome.nextReportSeconds * 1_000);
    if (outcome.kind === "rejectedKey") return this.#regular(this.#options.rejectedKeySeconds * 1_000);
    if (outcome.kind === "refused") return this.#regular(intervalMilliseconds);
    const ceiling = Math.min(capMilliseconds, baseMilliseconds * 2 ** Math.min(this.#failures, 10));
    this.#failures += 1;
    const jitter = this.#options.random() * ceiling;
    if (outcome.retryAfterSeconds === undefined) return jitter;
    // Everybody was given the same time: a tenth more, at random, keeps them from coming back as one.
    const least = outcome.retryAfterSeconds * 1_000;
    return least + this.#options.random() * (least / 10 + baseMilliseconds);
  }

  #regular(milliseconds: number): number {
    this.#failures = 0;
    return milliseconds * (1 + spread * this.#options.random());
  }
}
