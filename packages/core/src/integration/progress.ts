import type { ReadingProgress } from "../contract/source/reading-step.ts";
import type { IntegrationRow } from "./row.ts";

/** Notes how far a reading is. Does nothing for a reading that nobody waits for. */
export type NoteProgress = (progress: ReadingProgress) => Promise<void>;

/** Progress as a row stores it. */
export const writeProgress = (progress: ReadingProgress): string => JSON.stringify(progress);

/** How far the reading under way is. Null without one, and when its worker ended without an outcome. */
export function readProgress(
  { progress, leaseUntil = 0 }: Pick<IntegrationRow, "progress" | "leaseUntil">,
  now: number,
): ReadingProgress | null {
  return progress !== undefined && leaseUntil > now ? (JSON.parse(progress) as ReadingProgress) : null;
}
