import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { HttpEvent, HttpResult } from "@shardwatch/functions/agent-report/http-event";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const node = path("../../node_modules/.bin/node");
const deadlineMs = 60_000;

export interface Ran<Result> {
  /** Undefined when the function failed to start, or threw. */
  results: Result[] | undefined;
  stdout: string;
  stderr: string;
}

/** A recorded event of API Gateway, with the headers and cookies of the test run. */
export function recorded(name: string, fields: { cookie?: string; authorization?: string } = {}): HttpEvent {
  const event = JSON.parse(readFileSync(path(`events/${name}.json`), "utf8")) as HttpEvent;
  const { cookie, authorization } = fields;
  return {
    ...event,
    ...(cookie !== undefined && { cookies: [cookie] }),
    ...(authorization !== undefined && { headers: { ...event.headers, authorization } }),
  };
}

/** A warm instance of a function. */
export interface Instance {
  /**
   * Passes an event to the handler. Rejects when the function has failed.
   * @param now the time of the call, Unix epoch in milliseconds; without it, the present
   */
  call(event: object, now?: number): Promise<unknown>;
  /** Ends the process after its last event. */
  stop(): Promise<{ stdout: string; stderr: string }>;
}

/** Starts a bundle like Lambda: a process with only these variables, which gets one event at a time. */
export function start(bundle: string, env: Record<string, string>): Instance {
  const child = spawn(node, [path("runtime.mjs"), bundle], { env, stdio: ["pipe", "pipe", "pipe", "pipe"] });
  // A function that ends before it reads its events closes the pipe; its stderr has the reason.
  child.stdin.on("error", () => undefined);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const answers = createInterface({ input: child.stdio[3] as Readable })[Symbol.asyncIterator]();
  const ended = once(child, "close");
  let turn: Promise<unknown> = Promise.resolve();

  async function pass(event: object, now?: number): Promise<unknown> {
    const timer = setTimeout(() => child.kill("SIGKILL"), deadlineMs);
    try {
      child.stdin.write(`${JSON.stringify({ event, now })}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Error(`${bundle} has ended: ${(await output)[1]}`);
      return JSON.parse(value) as unknown;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    call: (event, now) => (turn = turn.catch(() => undefined).then(() => pass(event, now))),
    async stop() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGKILL"), deadlineMs);
      await ended;
      clearTimeout(timer);
      const [stdout, stderr] = await output;
      return { stdout, stderr };
    },
  };
}

/** Runs a bundle for these events. */
export async function invoke<Result = HttpResult>(
  bundle: string,
  env: Record<string, string>,
  events: readonly object[],
): Promise<Ran<Result>> {
  const instance = start(bundle, env);
  const answers = Promise.all(events.map((event) => instance.call(event))).catch(() => undefined);
  const results = (await answers) as Result[] | undefined;
  return { results, ...(await instance.stop()) };
}
