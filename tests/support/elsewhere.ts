import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Address {
  url: string;
  stop(): Promise<void>;
}

/** A foreign server: it answers every request with success, and records it. */
export async function startElsewhere(): Promise<Address & { arrived: string[] }> {
  const arrived: string[] = [];
  const server = createServer((request, response) => {
    arrived.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.setHeader("content-type", "application/json").end("{}");
  });
  return { ...(await listening(server)), arrived };
}

/** A server that redirects every request to that address. */
export async function startRedirecting(to: string, status: () => number): Promise<Address> {
  const redirect = (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status(), { location: to }).end();
  return await listening(createServer(redirect));
}

async function listening(server: Server): Promise<Address> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      server.close().closeAllConnections();
      await once(server, "close");
    },
  };
}
