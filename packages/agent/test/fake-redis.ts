import { once } from "node:events";
import net from "node:net";

export interface FakeRedis {
  readonly port: number;
  /** Every request so far, as its words. */
  readonly requests: string[];
  stop(): void;
}

/** A bulk string as the protocol writes it. */
export function bulk(text: string): string {
  return `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
}

/** A server that answers a command, given as its words in upper case, with these bytes; for what no real one says. */
export async function startFakeRedis(answer: (command: string) => string): Promise<FakeRedis> {
  const requests: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("data", (request) => {
      const words = request
        .toString()
        .split("\r\n")
        .filter((line) => line !== "" && !/^[*$]\d+$/.test(line));
      const command = words.join(" ").toUpperCase();
      requests.push(command);
      socket.write(answer(command));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    requests,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
