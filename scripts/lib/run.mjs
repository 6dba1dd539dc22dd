import { spawn } from "node:child_process";
import { root, toolEnvironment } from "./paths.mjs";

/**
 * Runs a command in the project's folder with its output on our own.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [environment] added to the environment
 * @returns {Promise<number>} the exit code; 127 when the command does not exist, 1 after a signal
 */
export function run(command, args, environment = {}) {
  return new Promise((resolve) => {
    const env = { ...toolEnvironment(), ...environment };
    const child = spawn(command, args, { cwd: root, stdio: ["ignore", "inherit", "inherit"], env });
    child.once("error", () => resolve(127));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
