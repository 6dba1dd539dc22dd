import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { HttpEvent, HttpResult } from "@shardwatch/functions/agent-report/http-event";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const node = path("../../node_modules/.bin/node");
const deadlineMs = 15_000;

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

/** Runs a bundle like Lambda: a process with only these variables, one event at a time. */
export async function invoke<Result = HttpResult>(
  bundle: string,
  env: Record<string, string>,
  events: readonly object[],
): Promise<Ran<Result>> {
  const child = spawn(node, [path("runtime.mjs"), bundle], {
    env,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    timeout: deadlineMs,
    killSignal: "SIGKILL",
  });
  // A function that ends before it reads its events closes the pipe; its exit code has the reason.
  child.stdin.on("error", () => undefined);
  child.stdin.end(JSON.stringify(events));
  const [stdout, stderr, answers] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    text(child.stdio[3] as Readable),
  ]);
  return { results: answers ? (JSON.parse(answers) as Result[]) : undefined, stdout, stderr };
}
