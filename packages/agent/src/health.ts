import type { ReportingAgent } from "@shardwatch/core/contract/report/report";
import { reportableFailure } from "./api/outcome.ts";
import type { Outcome } from "./api/outcome.ts";
import { version } from "./version.ts";

/** How long a failure is reported after it last happened, in milliseconds. */
const reportedFor = 3_600_000;
/** A longer round is one during which the clock was set, in milliseconds. */
const longestRound = 86_400_000;

/** What the agent reports about itself. It contains no address or secret, and no host name unless configured. */
export class Health {
  readonly #startedAt: number;
  readonly #name: string | undefined;
  #failure: { at: number; text: string } | undefined;
  #roundMs: number | undefined;

  /**
   * @param startedAt Unix milliseconds by the local clock
   * @param name what the configuration calls the agent
   */
  constructor(startedAt: number, name?: string) {
    this.#startedAt = startedAt;
    this.#name = name;
  }

  /**
   * Stores the outcome of a report, and how long it took to read and send it. Times in Unix milliseconds by the local
   * clock, which may have been set in between.
   */
  note(outcome: Outcome, now: number, begun = now): void {
    this.#roundMs = Math.min(Math.max(0, Math.round(now - begun)), longestRound);
    const text = reportableFailure(outcome);
    if (text !== undefined) this.#failure = { at: now, text };
  }

  /** The report's `agent`, without its id. */
  describe(now: number, clockSkewMs: number | undefined): Omit<ReportingAgent, "id"> {
    if (this.#failure && now - this.#failure.at > reportedFor) this.#failure = undefined;
    return {
      version,
      ...(this.#name !== undefined && { name: this.#name }),
      startedAt: new Date(this.#startedAt).toISOString(),
      platform: `${process.platform}-${process.arch}`,
      ...(clockSkewMs !== undefined && { clockSkewMs }),
      ...(this.#failure && { lastError: this.#failure.text }),
      ...(this.#roundMs && { roundMs: this.#roundMs }),
    };
  }
}
