import { once } from "node:events";
import net from "node:net";

/** A client of a real server that sends many commands at once. */
export interface BusyClient {
  /** Sends commands as words with spaces between, and waits until all are answered. */
  run(commands: readonly string[]): Promise<void>;
  /** Opens or closes further connections until there are this many. */
  connections(count: number): Promise<void>;
  stop(): void;
}

export async function busyClient(port: number): Promise<BusyClient> {
  const connect = async () => {
    const socket = net.connect(port, "127.0.0.1");
    socket.on("error", () => socket.destroy());
    await once(socket, "connect");
    return socket;
  };
  const others: net.Socket[] = [];
  const own = await connect();
  let received = "";
  let ended = (): void => undefined;
  let end = "\n";
  own.on("data", (bytes: Buffer) => {
    received = (received + bytes.toString()).slice(-200);
    if (received.endsWith(end)) ended();
  });
  let turn = 0;
  return {
    run: async (commands) => {
      turn += 1;
      end = `end-${turn}\r\n`;
      const answered = new Promise<void>((resolve) => (ended = resolve));
      own.write([...commands, `ECHO end-${turn}`, ""].join("\r\n"));
      await answered;
    },
    connections: async (count) => {
      for (const socket of others.splice(count)) socket.destroy();
      while (others.length < count) others.push(await connect());
    },
    stop: () => {
      for (const socket of [own, ...others]) socket.destroy();
    },
  };
}
