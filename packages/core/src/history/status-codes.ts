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

/** From the best to the worst, as the agent orders them. A status without a code counts as unsupported. */
const severity = ["", "active", "loading", "degraded", "unsupported", "denied", "down", "unreachable"];
const rankOf = (code: number): number =>
  code === otherStatus ? severity.indexOf("unsupported") : severity.indexOf(statuses[code] ?? "");

/** The code of the worse of two statuses. 0 is none. */
export const worseStatus = (one: number, other: number): number =>
  rankOf(other) > rankOf(one) ? other : one;

/** The statuses that the steps of a longer one can have had, the worst last. @param worst the code of the worst */
export const statusesUpTo = (worst: number): string[] =>
  severity.filter((status, rank) => status !== "" && rank <= rankOf(worst));
