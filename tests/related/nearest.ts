import type { Edge } from "../architecture/imports.ts";

/**
 * The files that reach a changed file by their imports. Imports that only name types are none at run time.
 * @returns the changed files, then the others, those with the fewest imports in between first
 */
export function nearest(edges: readonly Edge[], changed: readonly string[]): string[] {
  const importers = new Map<string, string[]>();
  for (const { from, to, typeOnly } of edges)
    if (to !== undefined && !typeOnly) importers.set(to, [...(importers.get(to) ?? []), from]);
  const found = new Set(changed);
  // The set grows while it is walked, so files are met in the order of their distance.
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer);
  return [...found];
}

/** As many of the nearest test files as fit into a time, at least one, and those that are left. */
export function fitting(
  tests: readonly string[],
  secondsOf: (path: string) => number,
  seconds: number,
): { now: string[]; later: string[] } {
  let sum = 0;
  const end = tests.findIndex((path, index) => (sum += secondsOf(path)) > seconds && index > 0);
  return end === -1 ? { now: [...tests], later: [] } : { now: tests.slice(0, end), later: tests.slice(end) };
}
