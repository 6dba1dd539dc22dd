import { foreignText } from "@shardwatch/core/kit/foreign-text";
import type { Answer } from "./http.ts";

/** The result of a report, as far as it decides the next step. */
export type Outcome =
  | { kind: "accepted"; nextReportSeconds: number; slotsEverySeconds?: number }
  /**
   * Worth a retry soon: network trouble, which has no status, 408, 429, 5xx. The code is the network error's,
   * or the API's.
   */
  | { kind: "retry"; reason: string; status?: number; code?: string; retryAfterSeconds?: number }
  /** 401: the key is revoked or wrong. */
  | { kind: "rejectedKey" }
  /** The API refuses this report. The next one may be accepted. */
  | { kind: "refused"; status: number; reason: string };

const usualIntervalSeconds = 60;
/** A code of the API, such as TOO_MANY_AGENTS. It cannot hold any other text, so it may leave the host. */
const apiCode = /^[A-Z]{2,20}(?:_[A-Z]{1,20}){0,4}$/;
const longestSeconds = 3_600;
/** Ten years. A larger offset is not plausible, and could make a date that cannot be formatted. */
const largestOffsetMilliseconds = 3_653 * 86_400_000;

/** Reads an answer of any status. `now` is the local Unix time in milliseconds, for a Retry-After date. */
export function toOutcome({ status, headers, body }: Answer, now: number): Outcome {
  if (status === 202) return { kind: "accepted", nextReportSeconds: nextReport(body), ...slotsIn(body) };
  if (status === 401) return { kind: "rejectedKey" };
  if (status === 408 || status === 429 || status >= 500) {
    const retryAfterSeconds = retryAfter(headers["retry-after"], headers.date, now);
    // The API's own message names the limit, because a person may have to act.
    const text = status === 429 ? messageIn(body) : "";
    const reason = `the API answered ${status}${text && `: ${text}`}`;
    const { code } = parseObject(body);
    return {
      kind: "retry",
      reason,
      status,
      ...(typeof code === "string" && apiCode.test(code) && { code }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    };
  }
  return { kind: "refused", status, reason: refusal(status, body) };
}

/**
 * The failure in one line that may leave the host. It holds no text of a network error or of an answer,
 * because those can contain addresses. Undefined without a failure.
 */
export function reportableFailure(outcome: Outcome): string | undefined {
  if (outcome.kind === "accepted") return undefined;
  if (outcome.kind === "rejectedKey") return "The API rejected the key.";
  if (outcome.kind === "refused") return `The API refused a report with ${outcome.status}.`;
  const { status, code } = outcome;
  if (status !== undefined) return `The API answered ${status}${code === undefined ? "" : ` ${code}`}.`;
  return code === undefined ? "The API could not be reached." : `The API could not be reached: ${code}.`;
}

/**
 * How far the API's clock is ahead of ours, in milliseconds; undefined when the answer does not show it. Two
 * answers show it: the one to an accepted report, and the Date of a refusal because of our clock. Any other
 * answer may come from a proxy with another clock.
 */
export function clockOffset({ status, headers, body }: Answer, now: number): number | undefined {
  const { serverTime, code } = parseObject(body);
  const apiTime = status === 202 ? serverTime : status === 400 && code === "CLOCK_AHEAD" ? headers.date : "";
  const offset = Date.parse(typeof apiTime === "string" ? apiTime : "") - now;
  return Math.abs(offset) <= largestOffsetMilliseconds ? offset : undefined;
}

function nextReport(body: string): number {
  const { nextReportInSeconds } = parseObject(body);
  if (typeof nextReportInSeconds !== "number" || !Number.isFinite(nextReportInSeconds))
    return usualIntervalSeconds;
  return clamp(nextReportInSeconds, 1);
}

/** How often the API wants slots. A former release does not say it. */
function slotsIn(body: string): { slotsEverySeconds?: number } {
  const { slots } = parseObject(body);
  const seconds =
    typeof slots === "object" && slots !== null && "everySeconds" in slots ? slots.everySeconds : undefined;
  return typeof seconds === "number" && seconds > 0 ? { slotsEverySeconds: clamp(seconds, 1) } : {};
}

/** Seconds of a Retry-After header (RFC 9110, 10.2.3): a number, or a date by the sender's own clock. */
function retryAfter(value: string | undefined, date: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return clamp(Number(value), 0);
  const sent = Date.parse(date ?? "");
  const seconds = (Date.parse(value) - (Number.isFinite(sent) ? sent : now)) / 1_000;
  return Number.isFinite(seconds) ? clamp(seconds, 0) : undefined;
}

function refusal(status: number, body: string): string {
  if (status >= 300 && status < 400) return "the API moved: correct the setting api";
  if (status === 404) return "nothing takes reports at this address: correct the setting api";
  if (status === 413) return "the report is too large: divide the deployments among several agents";
  return messageIn(body) || `the API answered ${status}`;
}

/** Message and details of an answer in one line; empty when it has none. */
function messageIn(body: string): string {
  const { message, details } = parseObject(body);
  const sentences = [message, ...(Array.isArray(details) ? details : [])];
  return foreignText(sentences.filter((sentence) => typeof sentence === "string").join("; "), 1_000);
}

function clamp(seconds: number, least: number): number {
  return Math.min(Math.max(seconds, least), longestSeconds);
}

/** Any body as an object. A body that is not a JSON object has no fields. */
export function parseObject(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {}; // a proxy's page instead of the API's JSON
  }
}
