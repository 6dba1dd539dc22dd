/** The statuses that a trail can hold. Their places are stored: a new one is added at the end. */
const statuses = [
  "",
  "active",
  "loading",
  "degraded",
  "unsupported",
  "denied",
  "unreachable",
  "down",
] as const;
/** The code of any other status. */
const otherStatus = 255;

export function codeOfStatus(status: string): number {
  const code = statuses.findIndex((one) => one === status);
  return code > 0 ? code : otherStatus;
}

/** Undefined for a status that has no code of its own. */
export const statusOfCode = (code: number): string | undefined => statuses[code] || undefined;
