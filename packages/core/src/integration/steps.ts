import type { ReadingStep } from "../contract/source/reading-step.ts";

export const done = (name: string): ReadingStep => ({ name, state: "ok", reason: null, regions: [] });

/** @param regions the regions in which it failed; none when regions don't matter */
export const failed = (name: string, reason: string, regions: readonly string[] = []): ReadingStep => ({
  name,
  state: "failed",
  reason,
  regions: regions.toSorted(),
});

export const skipped = (name: string): ReadingStep => ({
  name,
  state: "skipped",
  reason: null,
  regions: [],
});

/** The steps as a row stores them. */
export const writeSteps = (steps: readonly ReadingStep[]): string => JSON.stringify(steps);

/** The stored steps; none in a row without a reading, or of a former version. */
export const readSteps = (text: string | undefined): ReadingStep[] =>
  text === undefined ? [] : (JSON.parse(text) as ReadingStep[]);
