import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** Whether a command can be run here, and ends well. */
export const succeeds = ([command = "", ...args]: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: "ignore" }).status === 0;

/** The port of the embedded database that keeps its data below this folder; undefined when none runs. */
export function enginePort(folder: string): number | undefined {
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const words = commandLine(id);
    const after = (word: string) => words[words.indexOf(word) + 1] ?? "";
    if (words[0]?.endsWith("/dynoxide") && after("--db-path").startsWith(folder))
      return Number(after("--port"));
  }
  return undefined;
}

function commandLine(id: string): string[] {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8").split("\0");
  } catch {
    return []; // it has ended in between
  }
}
