import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type Fetch, listenerOf } from "@shardwatch/server/http/listener";
import { host } from "@shardwatch/server/machine/ports";

export interface Served {
  port: number;
  /** "http://127.0.0.1:4711" */
  url: string;
  /** Ends it, with the requests that it has not answered. */
  stop(): Promise<void>;
}

/** Answers requests of this machine, at a port that the kernel chooses as it opens it. */
export async function serve(fetch: Fetch<{ incoming: IncomingMessage }>): Promise<Served> {
  const server = createServer(listenerOf(fetch, host)).listen(0, host);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://${host}:${port}`,
    async stop() {
      server.close().closeAllConnections();
      await once(server, "close");
    },
  };
}
