import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { boundedFetch, NoAnswer } from "./bounded-fetch.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Calls a server that answers with the listener. */
async function ask(listener: RequestListener, { deadline = 5_000, byteLimit = 1_000 } = {}) {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return await boundedFetch(`http://127.0.0.1:${port}/`, { deadline, byteLimit });
}

const ofBytes = (count: number) => JSON.stringify("x".repeat(count - 2));

test("R12 an answer of the longest size is read, and one with a byte more is none, whatever it says of its length", async () => {
  expect(await ask((_, response) => response.end(ofBytes(1_000)))).toMatchObject({ status: 200 });
  const tooLong: RequestListener[] = [
    (_, response) => response.end(ofBytes(1_001)),
    (_, response) => response.writeHead(500).end(ofBytes(1_001)),
    (_, response) => {
      // Sent in pieces, so there is no content-length.
      response.write(ofBytes(600));
      response.end(ofBytes(600));
    },
  ];
  for (const listener of tooLong)
    await expect(ask(listener)).rejects.toThrow(new NoAnswer("the answer is longer than 1000 bytes"));
});

test("R12 an answer that stops in its middle ends at the deadline of the whole exchange", async () => {
  const half: RequestListener = (_, response) => void response.write('"half');
  await expect(ask(half, { deadline: 200 })).rejects.toThrow(new NoAnswer("no answer within 200 ms"));
});
