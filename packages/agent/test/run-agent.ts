import { execFile } from "node:child_process";
import { commandOf, standardProgram } from "./agent-process.ts";

export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a command of the agent until it ends. Ends it after half a minute. */
export function runAgent(words: readonly string[], environment: Record<string, string> = {}): Promise<Ended> {
  const [command, ...args] = commandOf(standardProgram);
  const options = { env: { ...process.env, ...environment }, timeout: 30_000 };
  return new Promise((resolve) => {
    const child = execFile(command, [...args, ...words], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}
