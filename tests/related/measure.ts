import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, sourceFiles } from "../architecture/files.ts";

const goal = 30;

/** Files of the product, drawn by a seed: the same seed draws the same files as long as none comes or goes. */
function draw(count: number, seed: number): string[] {
  const files = sourceFiles().filter(
    (path) => /^packages\/\w+\/src\//.test(path) && !path.includes(".test."),
  );
  let state = seed;
  // Constants of Numerical Recipes. Any generator would do, but for that of JavaScript, which takes no seed.
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  return Array.from({ length: count }, () => files.splice(Math.floor(next() * files.length), 1)).flat();
}

/** Seconds of a core that ended children have taken; undefined on a system without /proc. */
function childrenSeconds(): number | undefined {
  if (!existsSync("/proc/self/stat")) return undefined;
  // "pid (name) state ...": the 14th and 15th after the name are those of the children, in hundredths.
  const fields = readFileSync("/proc/self/stat", "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[13]) + Number(fields[14])) / 100;
}

/**
 * Changes files drawn at random, one at a time, and prints how long `npm run test:related` takes for each. On a busy
 * machine the seconds of a core say more than those on the clock.
 */
export function measure(seed: number, count = 20): void {
  const taken = draw(count, seed).map((file) => {
    const [begun, before] = [performance.now(), childrenSeconds()];
    const args = [join(root, "tests/related/main.ts"), file];
    const { stdout, status } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
    const seconds = (performance.now() - begun) / 1_000;
    const ofCores = (childrenSeconds() ?? Number.NaN) - (before ?? Number.NaN);
    const [, ran = "0"] = /The (\d+) nearest/.exec(stdout) ?? [];
    const [, left = "0"] = /^(\d+) more reach/m.exec(stdout) ?? [];
    const cells = [seconds.toFixed(1), ofCores.toFixed(1), ran, left].map((cell) => cell.padStart(6));
    console.log(`${cells.join(" ")}  ${file}${status === 0 ? "" : " FAILED"}`);
    return seconds;
  });
  const quick = taken.filter((seconds) => seconds < goal).length;
  console.log(`seconds, seconds of a core, test files that ran, and that are left; seed ${seed}`);
  console.log(`${quick} of ${count} files were answered in under ${goal} s.`);
}
