/* When the described morning is, as numbers. */

export const mebibyte = 1_048_576;
export const minute = 60_000;
export const day = 24 * 60 * minute;

/** The morning that is played, in Unix milliseconds. Reports come every five minutes. */
export const morning = {
  begin: Date.parse("2026-11-24T08:00:00Z"),
  end: Date.parse("2026-11-24T12:00:00Z"),
  every: 5 * minute,
} as const;

/** A time of that morning: "09:30". */
export const at = (text: string): number => Date.parse(`2026-11-24T${text}:00Z`);
