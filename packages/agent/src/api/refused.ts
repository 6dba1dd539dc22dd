import { foreignText } from "@shardwatch/core/kit/foreign-text";
import type { Log } from "../log.ts";
import type { SentReport } from "../parts.ts";
import { parseObject } from "./outcome.ts";

/** The limit of a report. */
const mostRefused = 500;

/** The deployments that an accepted report's answer left out: the API's reason by key. */
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

/** Logs a deployment once when the API leaves it out, and once when the API accepts it again. */
export class RefusedNotes {
  readonly #log: Log;
  readonly #known = new Set<string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Processes the answer to an accepted report. */
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
