import { spawn } from "node:child_process";
import { once } from "node:events";
import { homedir } from "node:os";
import { createInterface } from "node:readline/promises";
import { setTimeout as wait } from "node:timers/promises";
import { exit } from "./exit.ts";
import type { Machine, Screen } from "./machine.ts";
import { run } from "./run.ts";

function screenOf(stream: NodeJS.WriteStream): Screen {
  let isClosed = false;
  // The reader has enough, as `head` has. That is no error of ours.
  stream.on("error", () => (isClosed = true));
  return {
    write(text) {
      if (!isClosed) stream.write(text);
    },
    isTerminal: stream.isTTY,
    get columns() {
      return stream.columns > 0 ? stream.columns : 80;
    },
    get rows() {
      return stream.rows > 0 ? stream.rows : 24;
    },
    get isClosed() {
      return isClosed;
    },
  };
}

async function readInput(most: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(question, { signal: interrupt.signal });
  } finally {
    lines.close();
  }
}

/** The person's own pager is a line for the shell, as everywhere. Ours is used where it is installed. */
async function page(text: string): Promise<boolean> {
  const { SHARDWATCH_PAGER: ours, PAGER: usual } = process.env;
  const own = ours ?? usual;
  if (own === "" || own === "cat") return false;
  const [program, args] = own === undefined ? ["less", ["-FRX"]] : [own, []];
  const pager = spawn(program, args, { shell: own !== undefined, stdio: ["pipe", "inherit", "inherit"] });
  // Its keys are its own: Ctrl-C ends a search in it.
  process.off("SIGINT", onInterrupt).on("SIGINT", ignore);
  pager.stdin.on("error", ignore);
  pager.stdin.end(text);
  try {
    await once(pager, "close");
    return true;
  } catch {
    return false;
  } finally {
    process.off("SIGINT", ignore).on("SIGINT", onInterrupt);
  }
}

const ignore = (): void => undefined;
const interrupt = new AbortController();
const onInterrupt = (): void => {
  interrupt.abort();
  // What does not end by itself is ended.
  setTimeout(() => process.exit(exit.interrupted), 500).unref();
};
process.on("SIGINT", onInterrupt);

const machine: Machine = {
  env: process.env,
  home: homedir(),
  stdout: screenOf(process.stdout),
  stderr: screenOf(process.stderr),
  canAsk: process.stdin.isTTY && process.stderr.isTTY,
  readInput,
  ask,
  page,
  interrupted: interrupt.signal,
  now: () => Date.now(),
  wait: async (milliseconds) => await wait(milliseconds, undefined, { signal: interrupt.signal }),
};
process.exitCode = await run(process.argv.slice(2), machine);
