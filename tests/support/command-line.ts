import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExitCode } from "@shardwatch/cli/exit";
import type { Machine, Screen } from "@shardwatch/cli/machine";
import { run } from "@shardwatch/cli/run";
import { afterAll, onTestFinished, TestRunner } from "vitest";
import { serve } from "./serve.ts";
import type { World } from "./world.ts";

/** What a command did. */
export interface Ran {
  code: ExitCode;
  stdout: string;
  stderr: string;
  /** What went through the pager. */
  paged: string;
}

export interface Around {
  env?: Record<string, string>;
  /** A person's terminal of this size. Without it, all is piped. */
  terminal?: { columns: number; rows: number };
  input?: string;
  /** What a person answers. */
  answer?: string;
  /** The reader closes the pipe after so many writes. */
  closesAfter?: number;
  interrupted?: AbortSignal;
  /** What happens while a command waits, and what it has said to the person by then. */
  wait?: (milliseconds: number, said: string) => Promise<void>;
}

/** The command line on a machine of its own, with a folder for its files. */
export class CommandLine {
  readonly home = mkdtempSync(join(tmpdir(), "shardwatch-cli-"));
  readonly #now: () => number;
  readonly #env: Record<string, string>;

  constructor(env: Record<string, string> = {}, now = Date.now) {
    this.#env = env;
    this.#now = now;
    const end = TestRunner.getCurrentTest() ? onTestFinished : afterAll;
    end(() => rmSync(this.home, { recursive: true, force: true }));
  }

  async run(args: readonly string[], around: Around = {}): Promise<Ran> {
    const { env = {}, terminal, input, answer, interrupted = new AbortController().signal } = around;
    let paged = "";
    const [stdout, stderr] = [screen(around), screen({ ...around, closesAfter: Infinity })];
    const machine: Machine = {
      env: { ...this.#env, ...env },
      home: this.home,
      host: "laptop",
      stdout,
      stderr,
      canAsk: terminal !== undefined,
      readInput: async () => await Promise.resolve(input ?? ""),
      async *lines() {
        for (const one of (input ?? "").split("\n").slice(0, -1)) yield await Promise.resolve(one);
      },
      ask: async () => await Promise.resolve(answer ?? ""),
      page: async (text) => {
        paged += text;
        return await Promise.resolve(true);
      },
      interrupted,
      now: this.#now,
      wait: async (milliseconds) => await around.wait?.(milliseconds, stderr.text),
    };
    const code = await run(args, machine);
    return { code, stdout: stdout.text, stderr: stderr.text, paged };
  }
}

function screen({ terminal, closesAfter = Infinity }: Around): Screen & { readonly text: string } {
  let [text, writes] = ["", 0];
  return {
    write(more) {
      writes += 1;
      if (writes > closesAfter) return;
      text += more;
    },
    isTerminal: terminal !== undefined,
    columns: terminal?.columns ?? 80,
    rows: terminal?.rows ?? 24,
    get isClosed() {
      return writes >= closesAfter;
    },
    get text() {
      return text;
    },
  };
}

export interface ServedWorld {
  url: string;
  /** What came, such as "GET /deployments". */
  readonly calls: string[];
  /** Answers instead of the API where it returns something. */
  instead: (request: Request) => Response | Promise<Response> | undefined;
  /** Whether the connection breaks off before the API gets a call, or before its answer comes back. */
  breaks: (call: string) => "before" | "after" | undefined;
}

/** The API of a world behind a real port, by the world's clock. */
export async function served(world: World): Promise<ServedWorld> {
  const calls: string[] = [];
  const server = await serve(async (request, { incoming }) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    calls.push(call);
    const instead = one.instead(request);
    if (instead) return await instead;
    const broken = one.breaks(call);
    const hangUp = () => {
      incoming.socket.destroy();
      return new Response(null);
    };
    if (broken === "before") return hangUp();
    const answer = await world.app.fetch(request);
    if (broken === "after") return hangUp();
    answer.headers.set("date", new Date(world.clock.now()).toUTCString());
    return answer;
  });
  afterAll(() => server.stop());
  const one: ServedWorld = {
    url: server.url,
    calls,
    instead: () => undefined,
    breaks: () => undefined,
  };
  return one;
}
