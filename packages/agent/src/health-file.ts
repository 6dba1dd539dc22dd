import { renameSync, rmSync, writeFileSync } from "node:fs";
import { reportableFailure } from "./api/outcome.ts";
import type { Outcome } from "./api/outcome.ts";
import type { Log } from "./log.ts";

/** What the running agent writes about itself. Times are Unix milliseconds by the local clock. */
export interface Mark {
  version: 1;
  startedAt: number;
  /** When the next report is planned. */
  nextTryAt: number;
  /** When the last report was accepted; null before the first one. */
  acceptedAt: number | null;
  /** How often the API wants a report. */
  intervalSeconds: number;
  /** Why the last report was not accepted; null when it was. */
  failure: string | null;
}

/**
 * Leaves a mark in a file at the start and after each report, for the command `health`. A file needs no open port.
 * A mark that cannot be written is logged once, and reporting goes on.
 */
export class HealthFile {
  readonly #path: string;
  readonly #log: Pick<Log, "warn">;
  #mark: Mark;
  #isLogged = false;

  /** @param now Unix milliseconds by the local clock */
  constructor(path: string, log: Pick<Log, "warn">, now: number) {
    this.#path = path;
    this.#log = log;
    this.#mark = {
      version: 1,
      startedAt: now,
      nextTryAt: now,
      acceptedAt: null,
      intervalSeconds: 60,
      failure: null,
    };
    this.#write();
  }

  /** @param wait milliseconds until the next report */
  note(outcome: Outcome, now: number, wait: number): void {
    const accepted = outcome.kind === "accepted";
    this.#mark = {
      ...this.#mark,
      nextTryAt: Math.round(now + wait),
      ...(accepted && { acceptedAt: now, intervalSeconds: outcome.nextReportSeconds }),
      failure: reportableFailure(outcome) ?? null,
    };
    this.#write();
  }

  /** An agent that has ended leaves no mark. */
  remove(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch {
      // It gets old instead, and counts as not healthy then.
    }
  }

  /** The new file is complete before it replaces the former one. A link at its place is not followed. */
  #write(): void {
    const next = `${this.#path}.${process.pid}`;
    try {
      rmSync(next, { force: true });
      writeFileSync(next, `${JSON.stringify(this.#mark)}\n`, { flag: "wx", mode: 0o644 });
      renameSync(next, this.#path);
    } catch (error) {
      if (this.#isLogged) return;
      this.#isLogged = true;
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      this.#log.warn("the health file cannot be written", { file: this.#path, code });
    }
  }
}
