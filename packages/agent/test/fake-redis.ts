import { once } from "node:events";
import net from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import tls from "node:tls";

export interface FakeRedisOptions {
  /** A loopback address other than 127.0.0.1. */
  host?: string;
  /** PEM texts. With them the port accepts TLS only. */
  tls?: { cert: string; key: string };
  /** Sent unasked to each client, in these pieces; then the server closes the connection. */
  farewell?: readonly string[];
}

export interface FakeRedis {
  readonly host: string;
  readonly port: number;
  /** The number of connections so far. */
  readonly connections: number;
  /** Every request so far, as its words. */
  readonly requests: string[];
  stop(): void;
}

/** A bulk string as the protocol writes it. */
export function bulk(text: string): string {
  return `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
}

/**
 * A server with fixed answers to commands, for bytes that no real server sends. A command is given as its
 * words in upper case.
 */
export async function startFakeRedis(
  answer: (command: string) => string,
  { host = "127.0.0.1", tls: secure, farewell }: FakeRedisOptions = {},
): Promise<FakeRedis> {
  const requests: string[] = [];
  const sockets = new Set<net.Socket>();
  const serve = (socket: net.Socket): void => {
    socket.on("error", () => socket.destroy());
    if (farewell) return void sayFarewell(socket, farewell);
    socket.on("data", (request) => {
      const words = request
        .toString()
        .split("\r\n")
        .filter((line) => line !== "" && !/^[*$]\d+$/.test(line));
      const command = words.join(" ").toUpperCase();
      requests.push(command);
      socket.write(answer(command));
    });
  };
  const server = secure ? tls.createServer(secure, serve) : net.createServer(serve);
  let connections = 0;
  server.on("connection", (socket: net.Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
  });
  server.listen(0, host);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    host,
    port: address.port,
    get connections() {
      return connections;
    },
    requests,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function sayFarewell(socket: net.Socket, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    socket.write(piece);
    await wait(10);
  }
  socket.end();
}
