import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { startChild } from "./child.ts";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // no such process
  }
}

const until = (holds: () => boolean, what: string) =>
  expect.poll(holds, { message: `waited in vain until ${what}` }).toBe(true);

/** A program that prints its process id and then waits. */
const waiting = ["-e", "console.log(process.pid); setInterval(() => {}, 1000)"];

describe.each(["shell", "node"] as const)("with %s as the guard", (guard) => {
  test("a child's exit code and its last lines are known", async () => {
    const child = startChild({
      guard,
      command: process.execPath,
      args: ["-e", "console.error('no luck'); process.exitCode = 3"],
    });
    expect(await child.ended).toBe(3);
    await until(() => child.lastLines().includes("no luck"), "the line arrives");
  });

  test("a program that does not exist is a child that ended", async () => {
    const child = startChild({ guard, command: "shardwatch-no-such-program", args: [] });
    expect(await child.ended).toBe(127);
  });

  test("OPS08 stop ends a child, even one that ignores the request", async () => {
    let pid = 0;
    const stubborn = `process.on("SIGTERM", () => {}); ${waiting[1]}`;
    const child = startChild({
      guard,
      command: process.execPath,
      args: ["-e", stubborn],
      onLine: (line) => (pid = Number(line)),
    });
    await until(() => pid > 0, "the child runs");
    await child.stop(200);
    expect(child.hasEnded()).toBe(true);
    await until(() => !isAlive(pid), "the child is gone");
  });

  test("OPS08 a child ends when its parent is killed without a chance to say so", async () => {
    const module = JSON.stringify(new URL("./child.ts", import.meta.url).href);
    const script = `
    import { startChild } from ${module};
    startChild({
      guard: ${JSON.stringify(guard)},
      command: process.execPath,
      args: ${JSON.stringify(waiting)},
      onLine: console.log,
    });
  `;
    const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [chunk] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(chunk.toString().trim());
    expect(isAlive(pid)).toBe(true);
    parent.kill("SIGKILL");
    await until(() => !isAlive(pid), "the child of the killed parent is gone");
  });
});
