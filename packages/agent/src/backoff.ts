import { createHash } from "node:crypto";
import type { Outcome } from "./api/outcome.ts";

export interface BackoffOptions {
  /** A number from 0 up to, but not including, 1. */
  random: () => number;
  /** The pause after the API rejected the key. */
  rejectedKeySeconds: number;
  /** The agent's own fraction of an interval, from 0 up to, but not including, 1: see `ownShare`. */
  share: number;
}

const baseMilliseconds = 1_000;
const usualMilliseconds = 60_000;
/** The jitter for agents whose key was revoked. It is small, so that the interval stays meaningful. */
const spread = 0.05;

/**
 * A number from 0 to below 1 that is the same at every start of an agent. The numbers of all agents are
 * evenly spread.
 */
export function ownShare(agentId: string): number {
  return createHash("sha256").update(agentId).digest().readUInt32BE() / 2 ** 32;
}

/**
 * Computes how long to wait after each outcome. Every agent reports at its own moment of each interval. So a
 * fleet's reports are evenly spread, also after a common start or outage. With random waits, half of all agents would
 * return within the first sixth of an interval.
 */
export class Backoff {
  readonly #options: BackoffOptions;
  #failures = 0;
  #interval = usualMilliseconds;
  /** The planned start of the present report; undefined before the first one. */
  #planned: number | undefined;

  constructor(options: BackoffOptions) {
    this.#options = options;
  }

  /**
   * Milliseconds until the next report. After a success, it is the agent's first own moment that keeps the
   * requested distance from this report. After failures, it is full jitter: a random share of 1, 2, 4 ...
   * seconds. Once that reaches the interval, it is the agent's own moment. Never sooner than Retry-After.
   * @param now Unix milliseconds by the API's clock, as far as it is known
   */
  after(outcome: Outcome, now: number): number {
    const wait = Math.max(0, this.#wait(outcome, now));
    this.#planned = now + wait;
    return wait;
  }

  /**
   * Milliseconds until the report that was planned before an early one was sent, which does not move it.
   * Undefined when it would come too soon after the early one.
   * @param least the shortest distance between two reports, in milliseconds
   */
  afterEarly(now: number, least: number): number | undefined {
    const left = (this.#planned ?? now) - now;
    return left >= least && left <= this.#interval * 2 ? left : undefined;
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
      // All agents got the same time. A random addition of up to a tenth keeps them from returning at once.
      const least = retryAfterSeconds * 1_000;
      return least + this.#options.random() * (least / 10 + baseMilliseconds);
    }
    const longest = Math.max(this.#interval, usualMilliseconds);
    if (ceiling >= longest) return this.#ownMoment(now + baseMilliseconds, longest) - now;
    return this.#options.random() * ceiling;
  }

  /**
   * The start of the report, which is the planned one. It is `now` for the first report, after a long one,
   * and after the clock was set.
   */
  #begun(now: number): number {
    const planned = this.#planned;
    return planned !== undefined && planned <= now && now < planned + this.#interval ? planned : now;
  }

  /** The agent's first own moment at or after `from`, in intervals of that length, in Unix milliseconds. */
  #ownMoment(from: number, length: number): number {
    const phase = Math.floor(this.#options.share * length);
    return Math.ceil((Math.round(from) - phase) / length) * length + phase;
  }
}
