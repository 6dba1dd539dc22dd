import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./paths.mjs";

/** @typedef {{ step: string, seconds: number }} Time */

/** What each step took in the last release, in seconds on two quiet cores. */
const { times: former } = JSON.parse(readFileSync(join(root, "scripts/lib/last-release.json"), "utf8"));

/** @param {number | undefined} seconds */
const shown = (seconds) => (seconds === undefined ? "-" : seconds.toFixed(0));

/**
 * A table of the steps: what they took now, and in the last release. It only informs, because a busy machine takes
 * longer. The last row has no former sum when a step is new.
 * @param {readonly Time[]} times
 * @param {number} whole seconds that all of them took, some side by side
 * @returns {string}
 */
export function timesTable(times, whole) {
  const rows = times.map(({ step, seconds }) => [step, shown(seconds), shown(former[step])]);
  const formerSum = times.reduce((total, { step }) => total + (former[step] ?? Number.NaN), 0);
  rows.push(["together", shown(whole), shown(Number.isNaN(formerSum) ? undefined : formerSum)]);
  const header = ["step", "seconds", "at the last release"];
  const widths = header.map((word) => word.length);
  return [header, ...rows]
    .map(([step = "", ...cells]) =>
      [step.padEnd(12), ...cells.map((cell, index) => cell.padStart(widths[index + 1] ?? 0))].join("  "),
    )
    .join("\n");
}

/**
 * Keeps the times for those who compare several runs.
 * @param {string} name of the run
 * @param {readonly Time[]} times
 */
export function keepTimes(name, times) {
  const file = join(root, "reports", `${name}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(times, undefined, 2)}\n`);
}
