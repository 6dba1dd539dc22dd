import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** The Node of the project, and those of the machine that the command line runs with: 20.19 and newer. */
export const nodes: readonly string[] = [
  process.execPath,
  ...["/usr/bin/node", "/usr/local/bin/node"].filter((path) => existsSync(path) && isNewEnough(path)),
];

function isNewEnough(path: string): boolean {
  const version = execFileSync(path, ["--version"], { encoding: "utf8" });
  const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}
