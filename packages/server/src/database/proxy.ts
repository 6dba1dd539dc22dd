import {
  Agent,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  createServer,
  request,
} from "node:http";
import { host } from "../machine/ports.ts";

export interface Proxy {
  port: number;
  stop(): Promise<void>;
}

const idleMs = 60_000;

/**
 * Protects an emulator, which answers every page in a browser (CORS for all, any Host). It refuses requests
 * of another page (Origin) and requests to another name (Host). Everything else passes unread. The caller's
 * own deadline ends a request that takes too long.
 * @param engine the emulator's address, e.g. http://127.8.3.1:4000
 */
export async function startProxy(engine: string): Promise<Proxy> {
  const { hostname, port } = new URL(engine);
  const agent = new Agent({ keepAlive: true });
  let names: readonly string[] = [];
  const server = createServer({ keepAliveTimeout: idleMs }, (incoming, response) => {
    if (incoming.headers.origin !== undefined || !names.includes(incoming.headers.host ?? ""))
      response
        .writeHead(403)
        .end("Only programs on this machine may ask the database, at its own address.\n");
    else passOn(incoming, response, { hostname, port, agent });
  });
  const own = await listen(server);
  names = [`${host}:${own}`, `localhost:${own}`];
  return {
    port: own,
    async stop() {
      agent.destroy();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Target {
  hostname: string;
  port: string;
  agent: Agent;
}

/** What breaks on one side breaks on the other, so that a client sees what it would see without us. */
function passOn(incoming: IncomingMessage, response: ServerResponse, target: Target): void {
  const { method, url, rawHeaders } = incoming;
  const outgoing = request({ ...target, method, path: url, headers: rawHeaders });
  outgoing.once("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
    answer.once("close", () => {
      if (!answer.complete) response.destroy();
    });
  });
  outgoing.on("error", () => response.destroy());
  outgoing.once("close", () => {
    if (!response.headersSent) response.destroy();
  });
  response.once("close", () => {
    if (!response.writableFinished) outgoing.destroy();
  });
  incoming.pipe(outgoing);
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP port was given");
  return address.port;
}
