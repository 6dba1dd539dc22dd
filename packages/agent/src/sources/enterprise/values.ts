import { isReportable } from "@shardwatch/core/kit/bytes";
import { foreignText } from "@shardwatch/core/kit/foreign-text";

/*
 * Readers of untrusted values. Types differ between versions of Redis Enterprise, so a strict reader would
 * lose a whole list over one field.
 */

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses JSON. Whole numbers beyond 2^53 become text with all digits. Throws a SyntaxError. */
export function parseJson(text: string): unknown {
  // Checking every value costs as much as parsing it, and such numbers are rare.
  return /\d{16}/.test(text) ? JSON.parse(text, exactInteger) : JSON.parse(text);
}

function exactInteger(_: string, value: unknown, context?: { source?: string }): unknown {
  const source = context?.source ?? "";
  return typeof value === "number" && !Number.isSafeInteger(value) && /^\d+$/.test(source) ? source : value;
}

/**
 * The most UTF-16 units of the uid of a shard or node. There are thousands of them, and a uid is a number of a
 * few digits. So longer ones only fill the report.
 */
export const uidLength = 40;

/** A text that is safe in a terminal, at most `limit` UTF-16 units; null when there is none. */
export function textOf(value: unknown, limit: number): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  return foreignText(String(value), limit).trim() || null;
}

/**
 * Bytes as a decimal string, from a whole number, a fraction ("5651336.0") or a text of digits. Null when
 * unknown, and for more than a report accepts.
 */
export function bytesOf(value: unknown): string | null {
  const text = typeof value === "number" ? wholeOf(value) : value;
  return typeof text === "string" && isReportable(text) ? BigInt(text).toString() : null;
}

const wholeOf = (value: number) => (value >= 0 && value < 1e20 ? BigInt(Math.round(value)).toString() : null);

const mostCounted = 1_000_000_000;

/** A count. Absent and null are 0, like the limits of trial licences. */
export function countOf(value: unknown): number {
  const number = typeof value === "string" && /^\d{1,12}$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !(number > 0)) return 0;
  return Math.min(Math.floor(number), mostCounted);
}

/** A point in time as ISO 8601 in UTC, to the second; null when there is none. */
export function timeOf(value: unknown): string | null {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT/.test(value)) return null;
  // Without an offset it is UTC, like every time in this API.
  const milliseconds = Date.parse(/(z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value}Z`);
  if (!Number.isFinite(milliseconds)) return null;
  const time = new Date(milliseconds).toISOString().replace(/\.\d+Z$/, "Z");
  // An offset can lead to a year without four digits, which a report does not accept.
  return /^\d{4}-/.test(time) ? time : null;
}
