import { createHash } from "node:crypto";
import type { Outcome } from "./api/outcome.ts";

export interface BackoffOptions {
  /** A number from 0 up to, but not including, 1. */
  random: () => number;
  /** How long to leave the API alone after it rejected the key. */
  rejectedKeySeconds: number;
  /** The agent's own share of an interval, from 0 up to, but not including, 1: see `ownShare`. */
  share: number;
}

const baseMilliseconds = 1_000;
const usualMilliseconds = 60_000;
/** Spreads agents whose key was revoked, little enough to keep the interval's meaning. */
const spread = 0.05;

/** The same number for the same agent at every start, evenly spread over all agents; from 0 to below 1. */
export function ownShare(agentId: string): number {
  return createHash("sha256").update(agentId).digest().readUInt32BE() / 2 ** 32;
}

/**
 * Computes how long to wait after each outcome. Every agent reports at its own moment of each interval. So a
 * fleet's reports are evenly spread, also after a common start or outage.
 */
export class Backoff {
  readonly #options: BackoffOptions;
  #failures = 0;
  #interval = usualMilliseconds;
  /** When the present report was to begin; undefined before the first one. */
  #planned: number | undefined;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  /**
   * Milliseconds until the next report. After a good one: to the agent's first own moment that is at least as
   * far from this report's as the answer asks for. After failures: full jitter, a random share of 1, 2, 4 ...
   * seconds, and once that reaches the interval the agent's own moment. Never sooner than Retry-After says.
   * @param now Unix milliseconds by the API's clock, as far as it is known
   */
  after(outcome: Outcome, now: number): number {
    const wait = Math.max(0, this.#wait(outcome, now));
    this.#planned = now + wait;
    return wait;
  }

  #wait(outcome: Outcome, now: number): number {
    if (outcome.kind === "retry") return this.#retry(outcome.retryAfterSeconds, now);
    this.#failures = 0;
    if (outcome.kind === "rejectedKey")
      return this.#options.rejectedKeySeconds * 1_000 * (1 + spread * this.#options.random());
    if (outcome.kind === "accepted") this.#interval = Math.round(outcome.nextReportSeconds * 1_000);
    return this.#ownMoment(this.#begun(now) + this.#interval, this.#interval) - now;
  }

  #retry(retryAfterSeconds: number | undefined, now: number): number {
    const ceiling = baseMilliseconds * 2 ** Math.min(this.#failures, 20);
    this.#failures += 1;
    if (retryAfterSeconds !== undefined) {
      // Everybody was given the same time: a tenth more, at random, keeps them from coming back as one.
      const least = retryAfterSeconds * 1_000;
      return least + this.#options.random() * (least / 10 + baseMilliseconds);
    }
    const longest = Math.max(this.#interval, usualMilliseconds);
    if (ceiling >= longest) return this.#ownMoment(now + baseMilliseconds, longest) - now;
    return this.#options.random() * ceiling;
  }

  /** When the report began as planned. Now, for the first one, after one that took long, or when the clock was set. */
  #begun(now: number): number {
    const planned = this.#planned;
    return planned !== undefined && planned <= now && now < planned + this.#interval ? planned : now;
  }

  /** The agent's own moment in intervals of that length that comes first from `from` on, in Unix milliseconds. */
  #ownMoment(from: number, length: number): number {
    const phase = Math.floor(this.#options.share * length);
    return Math.ceil((Math.round(from) - phase) / length) * length + phase;
  }
}
