import { afterEach } from "vitest";

/** A list of what stops the things that a test started. After each test the last one is stopped first. */
export function cleanUpAfterEach(): (() => unknown)[] {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  });
  return cleanups;
}
