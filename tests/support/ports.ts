import { once } from "node:events";
import { createServer } from "node:net";

/** The first port that Linux gives to connections. */
export const firstOfConnections = 32_768;

/** Below those ports, so that no connection takes one in between. */
const [first, count] = [20_000, 12_000];
let next = (process.pid * 601) % count;

/** A port for a program that a test starts: free, and given to nobody else by this process. */
export async function ownPort(): Promise<number> {
  for (let tries = 0; tries < count; tries += 1) {
    const port = first + (next = (next + 1) % count);
    if (await isFree(port)) return port;
  }
  throw new Error("this machine has no free port");
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
