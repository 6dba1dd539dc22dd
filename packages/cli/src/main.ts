import { once } from "node:events";
import { homedir, hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { isatty } from "node:tty";
import { exit } from "./exit.ts";
import type { Machine, Screen } from "./machine.ts";
import { run } from "./run.ts";

// What only few commands need is opened and imported where they need it: each would slow the start of all.

/** @param descriptor 1 for the output, 2 for errors */
function screenOf(descriptor: 1 | 2): Screen {
  let opened: NodeJS.WriteStream | undefined;
  let isClosed = false;
  const open = (): NodeJS.WriteStream => {
    if (opened) return opened;
    opened = descriptor === 1 ? process.stdout : process.stderr;
    // The reader has enough, as `head` has. That is no error of ours.
    return opened.on("error", () => (isClosed = true));
  };
  return {
    write(text) {
      if (!isClosed) open().write(text);
    },
    isTerminal: isatty(descriptor),
    get columns() {
      return open().columns || 80;
    },
    get rows() {
      return open().rows || 24;
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

async function* linesOfInput(most: number): AsyncGenerator<string | undefined> {
  let [rest, isTooLong] = [Buffer.alloc(0), false];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf("\n"); end !== -1; end = rest.indexOf("\n")) {
      yield isTooLong || end > most ? undefined : rest.subarray(0, end).toString();
      [rest, isTooLong] = [rest.subarray(end + 1), false];
    }
    if (rest.length > most) [rest, isTooLong] = [Buffer.alloc(0), true];
  }
  // The last line may have no end.
  if (isTooLong) yield undefined;
  else if (rest.length > 0) yield rest.toString();
}

async function ask(question: string): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
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
  const { spawn } = await import("node:child_process");
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
  host: hostname(),
  stdout: screenOf(1),
  stderr: screenOf(2),
  canAsk: isatty(0) && isatty(2),
  readInput,
  lines: linesOfInput,
  ask,
  page,
  interrupted: interrupt.signal,
  now: () => Date.now(),
  wait: async (milliseconds) => await wait(milliseconds, undefined, { signal: interrupt.signal }),
};

// CommonJS, which is bundled, can't wait out here.
void run(process.argv.slice(2), machine).then((code) => (process.exitCode = code));
