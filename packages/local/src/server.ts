import type { IncomingMessage, Server } from "node:http";
import { type ServerType, serve } from "@hono/node-server";
import { StartFailure } from "./failure.ts";
import { isOwnName, misdirected } from "./own-names.ts";
import { host } from "./ports.ts";

export interface RunningServer {
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** What it is, for messages: "the API". */
  name: string;
  port: number;
  /** The environment variable that changes the port. */
  variable: string;
  /** @param env Node's own request, by which the application knows the caller's address */
  fetch: (request: Request, env: object) => Response | Promise<Response>;
}

const graceMs = 2_000;

/**
 * Serves requests on this machine only, and only those that ask for this machine.
 * @throws StartFailure naming the port and its variable when the port is taken
 */
export async function startServer({ name, port, variable, fetch }: ServerOptions): Promise<RunningServer> {
  const server = await new Promise<ServerType>((resolve, reject) => {
    const answer = (request: Request, env: { incoming: Pick<IncomingMessage, "headers"> }) =>
      isOwnName(env.incoming.headers.host, port)
        ? fetch(request, env)
        : new Response(misdirected.text, { status: misdirected.status });
    const starting = serve({ fetch: answer, port, hostname: host }, () => resolve(starting));
    starting.once("error", (error: NodeJS.ErrnoException) =>
      reject(portFailure(error, name, port, variable)),
    );
  });
  return { stop: () => stopServer(server as Server) };
}

/** Why a port could not be opened, and what to do about it. */
function portFailure(error: NodeJS.ErrnoException, name: string, port: number, variable: string): Error {
  if (error.code === "EADDRINUSE") return busyPort(name, port, variable);
  if (error.code === "EACCES")
    return new StartFailure(`Port ${port} is not allowed for ${name}. Choose another with ${variable}.`);
  return error;
}

export function busyPort(name: string, port: number, variable: string): StartFailure {
  return new StartFailure(
    `Port ${port} is busy, but ${name} needs it. Stop what listens there, or choose another with ${variable}.`,
  );
}

/** Lets answers that are under way finish, for a bounded time. */
async function stopServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(force);
}
