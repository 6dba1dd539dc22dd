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
 * longer.
 * @param {readonly Time[]} times
 * @returns {string}
 */
export function timesTable(times) {
  const rows = times.map(({ step, seconds }) => [step, shown(seconds), shown(former[step])]);
  const sum = times.reduce((total, { seconds }) => total + seconds, 0);
  rows.push(["together", shown(sum), "-"]);
  return [["step", "seconds", "at the last release"], ...rows]
    .map(([step = "", ...cells]) => `${step.padEnd(12)} ${cells.map((cell) => cell.padStart(8)).join("  ")}`)
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
