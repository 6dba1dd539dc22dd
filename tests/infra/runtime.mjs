// Does what Lambda's runtime does: imports a bundle and passes one event after the other to its handler. Every
// line of stdin is an event, with the time that it happens at if it is not the present. The answers go to file
// descriptor 3, a line each, so that stdout has only the function's own output.
import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { inspect } from "node:util";

// Node.js would begin with the whole line of the bundle, which can be longer than a pipe takes before the process ends.
process.on("uncaughtException", (error) => {
  writeSync(2, `${inspect(error)}\n`);
  process.exit(1);
});

// A busy machine misses the deadlines of a function. They are twenty times as long here. Pauses between two tries are
// shorter than any of them, and stay as they are.
const shortestDeadline = 500;
const { setTimeout: wait } = globalThis;
globalThis.setTimeout = Object.assign(
  (run, time = 0, ...rest) => wait(run, time < shortestDeadline ? time : 20 * time, ...rest),
  wait,
);
const ended = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = (time) => ended(20 * time);

const [bundle] = process.argv.slice(2);
const { handler } = await import(bundle);
for await (const line of createInterface({ input: process.stdin })) {
  const { event, now } = JSON.parse(line);
  if (now !== undefined) Date.now = () => now;
  const result = await handler(event, {});
  writeSync(3, `${JSON.stringify(result ?? null)}\n`);
}
