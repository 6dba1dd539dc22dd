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

/**
 * Runs a command and keeps its output, for commands whose output matters only when they fail.
 * @param {string} command
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number, output: string }>} the exit code as from `run`, and all that was printed
 */
export function runSilently(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: toolEnvironment(),
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.once("error", (error) => resolve({ code: 127, output: `${error.message}\n` }));
    child.once("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs commands side by side, each of which keeps less than all cores busy. What one has printed comes at its end.
 * @param {...readonly [string, ...string[]]} commands
 * @returns {Promise<number>} the exit code of the first one that failed; 0 when none did
 */
export async function runSideBySide(...commands) {
  const codes = commands.map(async ([command, ...args]) => {
    const { code, output } = await runSilently(command, args);
    process.stdout.write(output);
    return code;
  });
  return (await Promise.all(codes)).find((code) => code !== 0) ?? 0;
}
