import net from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { requestBounded } from "./bounded-http.ts";

test("MND21 a server that does not finish the handshake is left at the deadline of the connection, before that of the answer", async () => {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => sockets.add(socket)).listen(0, "127.0.0.1");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const limits = { connectMilliseconds: 50, answerMilliseconds: 600_000, answerBytes: 1_000 };
  await expect(requestBounded(`https://127.0.0.1:${port}/`, {}, limits)).rejects.toMatchObject({
    stage: "tls",
  });
});
