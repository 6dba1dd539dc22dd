import { randomBytes } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { afterEach, expect, test } from "vitest";
import { startProxy } from "./proxy.ts";

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** The address of a proxy before this server. */
async function before(engine: net.Server): Promise<string> {
  const sockets = new Set<net.Socket>();
  engine.on("connection", (socket: net.Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
  });
  engine.listen(0, "127.0.0.1");
  await once(engine, "listening");
  cleanups.push(() => {
    for (const socket of sockets) socket.destroy();
    engine.close();
  });
  const bound = engine.address();
  if (bound === null || typeof bound === "string") throw new Error("no port");
  const proxy = await startProxy(`http://127.0.0.1:${bound.port}`);
  cleanups.push(() => proxy.stop());
  return `http://127.0.0.1:${proxy.port}`;
}

test("a request and its answer pass unchanged, large ones too", async () => {
  const seen: http.IncomingMessage[] = [];
  const address = await before(
    http.createServer((request, response) => {
      seen.push(request);
      response.writeHead(418, { "x-amz-crc32": "7" });
      request.pipe(response);
    }),
  );
  const body = randomBytes(5_000_000);
  const headers = { "x-amz-target": "DynamoDB_20120810.Query", authorization: "AWS4-HMAC-SHA256 some" };
  const answer = await fetch(`${address}/some?path`, { method: "POST", headers, body });
  expect(answer.status).toBe(418);
  expect(answer.headers.get("x-amz-crc32")).toBe("7");
  expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true);
  expect(seen[0]).toMatchObject({ method: "POST", url: "/some?path" });
  expect(seen[0]?.headers).toMatchObject({ ...headers, "content-length": "5000000" });
});

test("one connection to the engine serves all requests that come one after the other", async () => {
  let connections = 0;
  const engine = http.createServer((_, response) => response.end("{}"));
  engine.on("connection", () => (connections += 1));
  const address = await before(engine);
  for (let count = 0; count < 20; count += 1) await (await fetch(address)).text();
  expect(connections).toBe(1);
});

test.each([
  ["closes at once", ""],
  ["breaks off in its header", "HTTP/1.1 200 O"],
  ["breaks off in its body", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"],
  ["changes the protocol", "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"],
  ["speaks no HTTP", "ESMTP\r\n"],
])("an engine that %s ends the request, and the next one is tried", async (_, bytes) => {
  let asked = 0;
  const address = await before(
    net.createServer((socket) =>
      socket.once("data", () => {
        asked += 1;
        if (asked === 1) socket.end(bytes);
        else socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
      }),
    ),
  );
  const signal = AbortSignal.timeout(2_000);
  await expect(fetch(address, { signal }).then((answer) => answer.text())).rejects.toThrow(
    /fetch failed|terminated/,
  );
  expect(await (await fetch(address)).text()).toBe("{}");
});

test("a client that gives up is given up at the engine too", async () => {
  const engine = http.createServer();
  const address = await before(engine);
  const arrival = once(engine, "request");
  const controller = new AbortController();
  const asking = fetch(address, { signal: controller.signal }).catch((error: unknown) => error);
  const [, response] = (await arrival) as [http.IncomingMessage, http.ServerResponse];
  const closed = once(response, "close");
  controller.abort();
  await closed;
  expect(await asking).toMatchObject({ name: "AbortError" });
});
