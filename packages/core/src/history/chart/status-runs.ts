import { statusOfCode } from "../status-codes.ts";
import type { Timeline } from "../timeline/timeline.ts";

/** The word for a step in which its source said nothing. */
const silent = "silent";
/** The word for the newest steps: their source may still report them. */
const awaited = "awaited";
/** The word for a time before the deployment was first reported. */
const before = "before";
/** The word for a status that has no code. */
const other = "other";

/**
 * The status of each step as run lengths.
 * @param born when the deployment was first reported, Unix milliseconds
 * @param heardBy steps that end later may still be reported, Unix milliseconds
 */
export function statusRuns(
  { status, covered, first, step }: Timeline,
  { born, heardBy }: { born: number | undefined; heardBy: number },
): [string, number][] {
  const runs: [string, number][] = [];
  for (const [index, code] of status.entries()) {
    const end = (first + index + 1) * step * 1_000;
    const word = (covered[index] ?? 0) > 0 ? (statusOfCode(code) ?? other) : unheard(end);
    const last = runs.at(-1);
    if (last?.[0] === word) last[1] += 1;
    else runs.push([word, 1]);
  }
  return runs;

  function unheard(end: number): string {
    if (end > heardBy) return awaited;
    return born !== undefined && end <= born ? before : silent;
  }
}
