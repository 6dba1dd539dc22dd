import { once } from "node:events";
import net from "node:net";
import { afterEach, expect, test } from "vitest";
import { usualLimits } from "../../../../test/settings.ts";
import { Connection } from "./connection.ts";

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** A connection to a server, and the server's end of it. */
async function connect(options: net.ServerOpts = {}): Promise<[Connection, net.Socket]> {
  const server = net.createServer(options);
  cleanups.push(() => server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const accepted = once(server, "connection");
  const { port } = server.address() as net.AddressInfo;
  const address = { host: "127.0.0.1", port };
  const connection = await Connection.open(address, { limits: usualLimits, sent: new Set() });
  const [socket] = (await accepted) as [net.Socket];
  cleanups.push(
    () => connection.close(),
    () => socket.destroy(),
  );
  socket.on("error", () => socket.destroy()).resume();
  return [connection, socket];
}

test.each([
  ["a whole answer", "+forged\r\n"],
  ["half an answer", "$6\r\nfor"],
])(
  "R12 %s that nobody asked for ends the connection, and is no answer to the next request",
  async (_, bytes) => {
    const [connection, socket] = await connect();
    socket.on("data", () => socket.write("ged\r\n"));
    socket.write(bytes);
    await expect.poll(() => connection.usable).toBe(false);
    await expect(connection.send(["INFO"])).rejects.toThrow("an answer that nobody asked for");
  },
);

test("R12 AGT33 a server that keeps its end open does not hold up the end of a connection", async () => {
  const [connection, socket] = await connect({ allowHalfOpen: true });
  await connection.end();
  expect(connection.usable).toBe(false);
  expect(socket.readableEnded).toBe(true);
});
