import { gzipSync } from "node:zlib";
import type { Report } from "@shardwatch/core/contract/report";
import type { Clock } from "../clock.ts";
import { foreignText } from "../foreign-text.ts";
import type { Log } from "../log.ts";
import type { ApiHttp } from "./http.ts";
import { clockOffset, toOutcome } from "./outcome.ts";
import type { Outcome } from "./outcome.ts";

const gzipFrom = 1_024;

/** Sends reports, and learns from the answers how far the local clock is off. */
export class Pusher {
  readonly #http: ApiHttp;
  readonly #clock: Clock;
  readonly #log: Log;
  #offset = 0;

  constructor(http: ApiHttp, clock: Clock, log: Log) {
    this.#http = http;
    this.#clock = clock;
    this.#log = log;
  }

  /** Unix milliseconds by the API's clock, as far as it is known. */
  now = (): number => this.#clock.now() + this.#offset;

  /** Sends one report once. Never rejects. */
  async push(report: Report, signal: AbortSignal): Promise<Outcome> {
    const text = JSON.stringify(report);
    const zip = Buffer.byteLength(text) > gzipFrom;
    const headers = { "content-type": "application/json", ...(zip && { "content-encoding": "gzip" }) };
    try {
      const body = zip ? gzipSync(text) : Buffer.from(text);
      const answer = await this.#http.post("/agent/reports", headers, body, signal);
      this.#learn(clockOffset(answer, this.#clock.now()));
      return toOutcome(answer, this.#clock.now());
    } catch (error) {
      return { kind: "retry", reason: describeNetworkError(error) };
    }
  }

  #learn(offset: number | undefined): void {
    if (offset === undefined) return;
    if (Math.abs(offset - this.#offset) > 30_000)
      this.#log.warn("this host's clock differs from the API's; reports carry the API's time", {
        seconds: Math.round(offset / 1_000),
      });
    this.#offset = offset;
  }
}

/** Node's error code and text. The text may quote what came over the network, such as the names in a certificate. */
export function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return "unknown error";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return foreignText([code, error.message].filter(Boolean).join(": "), 500) || error.name;
}
