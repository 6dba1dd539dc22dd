import { once } from "node:events";
import net, { type AddressInfo } from "node:net";

/** The numbers of one INFO, by field. Keys of all logical databases are `keys` and `expires`. */
export type InfoValues = Readonly<Record<string, number>>;

/** A proxy before a server that keeps what the server answers. */
export interface InfoLog {
  readonly port: number;
  /** What the last INFO since the call before said. Throws when there was none. */
  take(): InfoValues;
  stop(): void;
}

/** Starts a proxy on 127.0.0.1. A reader that connects to it is answered by the server on the other port. */
export async function startInfoLog(target: number): Promise<InfoLog> {
  let received = "";
  const sockets = new Set<net.Socket>();
  const proxy = net.createServer((reader) => {
    const server = net.connect(target, "127.0.0.1");
    for (const socket of [reader, server]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
      socket.on("error", () => socket.destroy());
    }
    server.on("data", (bytes: Buffer) => (received += bytes.toString()));
    reader.pipe(server);
    server.pipe(reader);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    port: (proxy.address() as AddressInfo).port,
    take: () => {
      const answer = received.slice(received.lastIndexOf("# Server"));
      received = "";
      return valuesIn(answer);
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

function valuesIn(answer: string): InfoValues {
  const values: Record<string, number> = { keys: 0, expires: 0 };
  for (const [, name = "", digits] of answer.matchAll(/^(\w+):(\d+)\r$/gm)) values[name] = Number(digits);
  for (const [, keys, expires] of answer.matchAll(/^db\d+:keys=(\d+),expires=(\d+)/gm)) {
    values["keys"] = (values["keys"] ?? 0) + Number(keys);
    values["expires"] = (values["expires"] ?? 0) + Number(expires);
  }
  if (values["used_memory"] === undefined) throw new Error("no INFO was read");
  return values;
}
