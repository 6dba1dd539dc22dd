const units = [
  ["PiB", 1n << 50n],
  ["TiB", 1n << 40n],
  ["GiB", 1n << 30n],
  ["MiB", 1n << 20n],
  ["KiB", 1n << 10n],
] as const;

/** The largest signed number of 64 bits. No server has more memory, and no report may say so. */
export const mostBytes = 2n ** 63n - 1n;

/** Whether a text is a number of bytes as a report accepts it. */
export const isReportable = (text: string): boolean => /^\d{1,19}$/.test(text) && BigInt(text) <= mostBytes;

/** Rounds a ratio of two non-negative integers half up, to `decimals` places, exactly. */
function ratio(numerator: bigint, denominator: bigint, decimals: number): string {
  const scale = 10n ** BigInt(decimals);
  const scaled = (2n * numerator * scale + denominator) / (2n * denominator);
  const whole = (scaled / scale).toString();
  return decimals === 0 ? whole : `${whole}.${(scaled % scale).toString().padStart(decimals, "0")}`;
}

/** A decimal string of bytes as a number; undefined for any other text. */
export function readBytes(text: string | null | undefined): bigint | undefined {
  return text != null && /^\d+$/.test(text) ? BigInt(text) : undefined;
}

/**
 * Bytes as "512.00 B", "1.50 KiB", "24.00 MiB", "3.00 TiB": base 1024, two decimals, never beyond PiB.
 * Takes the decimal string of the API (values may exceed 2^53); anything else is "—".
 */
export function formatBytes(text: string | null | undefined): string {
  const bytes = readBytes(text);
  if (bytes === undefined) return "—";
  for (const [unit, size] of units) if (bytes >= size) return `${ratio(bytes, size, 2)} ${unit}`;
  return `${bytes}.00 B`;
}

/** "4,294,967,296 bytes"; undefined for anything but a decimal string of bytes. */
export function exactBytes(text: string | null | undefined): string | undefined {
  const bytes = readBytes(text);
  if (bytes === undefined) return undefined;
  return `${bytes.toString().replace(/\B(?=(\d{3})+$)/g, ",")} byte${bytes === 1n ? "" : "s"}`;
}

/**
 * Memory used as a percentage of the limit with one decimal ("41.7"), or undefined unless both are
 * known and greater than 0. Can exceed 100.
 */
export function utilization(
  used: string | null | undefined,
  limit: string | null | undefined,
): string | undefined {
  const numerator = readBytes(used);
  const denominator = readBytes(limit);
  if (!numerator || !denominator) return undefined;
  return ratio(numerator * 100n, denominator, 1);
}

/** The sum of decimal byte strings as a decimal string; null when none of them is known. */
export function sumBytes(texts: readonly (string | null | undefined)[]): string | null {
  const known = texts.map(readBytes).filter((value) => value !== undefined);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0n).toString();
}
