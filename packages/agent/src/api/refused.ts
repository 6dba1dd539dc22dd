import { foreignText } from "@shardwatch/core/kit/foreign-text";
import type { Log } from "../log.ts";
import type { SentReport } from "../parts.ts";
import { parseObject } from "./outcome.ts";

/** As many as a report can hold. */
const mostRefused = 500;

/** Of an accepted report, the keys of the deployments that were left out, with the API's reason. */
export function refusedIn(body: string): Map<string, string> {
  const { refused } = parseObject(body);
  const entries: unknown[] = Array.isArray(refused) ? refused.slice(0, mostRefused) : [];
  return new Map(
    entries.flatMap((entry) => {
      if (typeof entry !== "object" || entry === null || !("key" in entry)) return [];
      const message = "message" in entry && typeof entry.message === "string" ? entry.message : "";
      return typeof entry.key === "string" ? [[entry.key, foreignText(message, 300)]] : [];
    }),
  );
}

/** Logs each deployment that the API leaves out once, and once when it is accepted again. */
export class RefusedNotes {
  readonly #log: Log;
  readonly #known = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Takes note of the answer to an accepted report. */
  note(report: SentReport, body: string): void {
    const refused = refusedIn(body);
    for (const { key, name } of report.deployments) {
      const message = refused.get(key);
      if (message !== undefined && !this.#known.has(key))
        this.#log.warn("deployment left out: another key reports it", { deployment: name, message });
      if (message === undefined && this.#known.has(key))
        this.#log.info("deployment no longer left out", { deployment: name });
      if (message === undefined) this.#known.delete(key);
      else this.#known.add(key);
    }
  }
}
