import { gzipSync } from "node:zlib";
import type { Clock } from "../clock.ts";
import { foreignText } from "@shardwatch/core/kit/foreign-text";
import type { Log } from "../log.ts";
import type { SentReport } from "../parts.ts";
import type { ApiHttp } from "./http.ts";
import { clockOffset, toOutcome, parseObject } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";

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

export const reportsPath = "/agent/reports";
export const gzipFrom = 1_024;

/** Sends reports, and derives from the answers how far the local clock is off. */
export class Pusher {
  readonly #http: ApiHttp;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #refused: RefusedNotes;
  #offset: number | undefined;

  constructor(http: ApiHttp, clock: Clock, log: Log) {
    this.#http = http;
    this.#clock = clock;
    this.#log = log;
    this.#refused = new RefusedNotes(log);
  }

  /** Unix milliseconds by the API's clock, as far as it is known. */
  now = (): number => this.#clock.now() + (this.#offset ?? 0);

  /**
   * How far the local clock is ahead of the API's, in milliseconds; undefined before the first answer that
   * shows it.
   */
  get clockSkewMs(): number | undefined {
    return this.#offset === undefined ? undefined : 0 - this.#offset;
  }

  /** Sends one report once. Never rejects. */
  async push(report: SentReport, signal: AbortSignal): Promise<Outcome> {
    const text = JSON.stringify(report);
    const zip = Buffer.byteLength(text) > gzipFrom;
    const headers = { "content-type": "application/json", ...(zip && { "content-encoding": "gzip" }) };
    try {
      const body = zip ? gzipSync(text) : Buffer.from(text);
      const sent = this.#clock.now();
      const answer = await this.#http.post(reportsPath, headers, body, signal);
      const received = this.#clock.now();
      // The API read its clock somewhere in between.
      this.#learn(clockOffset(answer, Math.round((sent + received) / 2)));
      if (answer.status === 202) this.#refused.note(report, answer.body);
      return toOutcome(answer, received);
    } catch (error) {
      const code = networkErrorCode(error);
      return { kind: "retry", reason: describeNetworkError(error), ...(code !== undefined && { code }) };
    }
  }

  #learn(offset: number | undefined): void {
    if (offset === undefined) return;
    if (Math.abs(offset - (this.#offset ?? 0)) > 30_000)
      this.#log.warn("this host's clock differs from the API's; reports carry the API's time", {
        seconds: Math.round(offset / 1_000),
      });
    this.#offset = offset;
  }
}

/** The code of Node or OpenSSL for a network error, e.g. ECONNREFUSED. */
function networkErrorCode(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{2,60}$/.test(code) ? code : undefined;
}

/** Node's error code and text. The text may quote received data, such as the names in a certificate. */
export function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return foreignText([code, error.message].filter(Boolean).join(": "), 500) || error.name;
}
