import { minute } from "../kit/time.ts";
import type { CanaryRow } from "./canary.table.ts";

/** How many minutes are remembered. */
const minutes = 64n;
const all = (1n << minutes) - 1n;

/** Two failures in a row are an outage. A single one may be a lost packet. */
const outage = 0b11n;

const bitsOf = ({ accepted }: CanaryRow): bigint => BigInt(`0x${accepted}`);

/** The minutes with one more. Those in which nobody tried count as accepted: passes know their own gaps. */
export function withMinute(before: CanaryRow | undefined, now: number, isAccepted: boolean): CanaryRow {
  const passed = before ? Math.round((now - before.minute) / minute) : Number(minutes);
  const shift = BigInt(Math.min(passed, Number(minutes)));
  const known = ((before ? bitsOf(before) : all) << shift) | ((1n << shift) - 1n);
  const bits = (isAccepted ? known | 1n : known & ~1n) & all;
  return { minute: now, accepted: bits.toString(16).padStart(16, "0") };
}

/**
 * Since when reports are accepted: the minute after the last outage. During an outage it is the minute of the row, and
 * 0 when there was none within 64 minutes. Unix epoch in milliseconds.
 */
export function acceptingSince(row: CanaryRow): number {
  const bits = bitsOf(row);
  for (let age = 0n; age < minutes - 1n; age += 1n)
    if (((bits >> age) & outage) === 0n) return row.minute - Math.max(Number(age) - 1, 0) * minute;
  return 0;
}
