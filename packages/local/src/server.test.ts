import { createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { freePort, host } from "./ports.ts";
import { type RunningServer, startServer } from "./server.ts";

const running: RunningServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

test("OPS09 a busy port is a message that names the port and the variable", async () => {
  const port = await freePort();
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(port, host, resolve));
  const start = startServer({ name: "the API", port, variable: "API_PORT", fetch: () => new Response("x") });
  await expect(start).rejects.toThrow(
    `Port ${port} is busy, but the API needs it. Stop what listens there, or choose another with API_PORT.`,
  );
  await new Promise((resolve) => blocker.close(resolve));
});

test("OPS08 a stopped server gives its port back, even while a request hangs", async () => {
  const port = await freePort();
  const options = { name: "a test", port, variable: "TEST_PORT" };
  const first = await startServer({ ...options, fetch: () => new Promise<Response>(() => undefined) });
  const hanging = fetch(`http://${host}:${port}/`).catch(() => "cut");
  await new Promise((resolve) => setTimeout(resolve, 50));
  await first.stop();
  expect(await hanging).toBe("cut");
  running.push(await startServer({ ...options, fetch: () => new Response("again") }));
  expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe("again");
});
