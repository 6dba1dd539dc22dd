import { connect, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { freePort, host } from "@shardwatch/server/machine/ports";
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
  const asked = Promise.withResolvers<void>();
  const hang = () => {
    asked.resolve();
    return new Promise<Response>(() => undefined);
  };
  const first = await startServer({ ...options, fetch: hang });
  const hanging = fetch(`http://${host}:${port}/`).catch(() => "cut");
  await asked.promise;
  await first.stop();
  expect(await hanging).toBe("cut");
  running.push(await startServer({ ...options, fetch: () => new Response("again") }));
  expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe("again");
});

/** Status and body of a GET with exactly these header lines. */
async function getWith(port: number, headers: string[]): Promise<[status: number, body: string]> {
  const socket = connect(port, host);
  socket.end([`GET /control/state HTTP/1.0`, ...headers, "", ""].join("\r\n"));
  const answer = await text(socket);
  return [Number(answer.split(" ")[1]), answer.split("\r\n\r\n")[1] ?? ""];
}

test("a server of this machine answers only those who ask for this machine", async () => {
  const port = await freePort();
  let asked = 0;
  const fetch = () => ((asked += 1), new Response("a secret"));
  running.push(await startServer({ name: "a test", port, variable: "TEST_PORT", fetch }));
  for (const name of ["localhost", "127.0.0.1", "[::1]", "LocalHost"])
    expect(await getWith(port, [`Host: ${name}:${port}`]), name).toEqual([200, "a secret"]);
  expect(asked).toBe(4);
  for (const headers of [
    ["Host: evil.example"],
    [`Host: evil.example:${port}`],
    [`Host: localhost.evil.example:${port}`],
    [`Host: 127.0.0.1.evil.example:${port}`],
    ["Host: localhost"],
    [`Host: localhost:${port + 1}`],
    ["Host: evil.example", `X-Forwarded-Host: localhost:${port}`],
    [],
  ]) {
    const [status, body] = await getWith(port, headers);
    expect(status, headers.join()).toBe(421);
    expect(body).toContain("Ask it as localhost or 127.0.0.1, with its port.");
  }
  expect(asked).toBe(4);
});
