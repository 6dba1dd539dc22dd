import { day, hour, minute, second } from "@shardwatch/core/kit/time";
import { wrongUsage } from "./exit.ts";

const units: Readonly<Record<string, number>> = { s: second, m: minute, h: hour, d: day };

/** "90m", "2h", "7d" in milliseconds. Throws a Failure for anything else. */
export function durationIn(option: string, text: string): number {
  const [, digits = "", unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const length = Number(digits) * (units[unit] ?? 0);
  if (!(length > 0)) throw wrongUsage(`--${option} is a number with s, m, h or d, such as 2h.`);
  return length;
}
