import { createServer, type RequestListener, type Server } from "node:http";
import { StartFailure } from "../machine/failure.ts";

export interface RunningServer {
  stop(): Promise<void>;
}

export interface ListenOptions {
  /** What it is, for messages: "the API". */
  name: string;
  /** The address to listen at, such as 127.0.0.1. */
  host: string;
  port: number;
  /** The environment variable that changes the port. */
  variable: string;
  /** How long answers may take that are under way when it stops, in milliseconds. */
  graceMs?: number;
}

/**
 * How long a connection waits for its next request, in milliseconds. Most proxies keep theirs for a shorter time. One that
 * we close first can cost a request.
 */
const keepAliveTimeout = 75_000;

/**
 * How many connections may wait to be accepted. Agents that start together report in the same second, and the kernel
 * resets what it can't hold. Node's own number is 511.
 */
const mostWaiting = 4_096;

/**
 * Answers requests at a port.
 * @throws StartFailure naming the port and its variable when the port can't be opened
 */
export async function listen(options: ListenOptions, answer: RequestListener): Promise<RunningServer> {
  const { name, host, port, variable, graceMs = 2_000 } = options;
  const server = createServer({ keepAliveTimeout }, answer);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(portFailure(error, name, port, variable)));
    server.listen({ port, host, backlog: mostWaiting }, resolve);
  });
  return { stop: () => stopServer(server, graceMs) };
}

/** Why a port could not be opened, and what to do about it. */
function portFailure(error: NodeJS.ErrnoException, name: string, port: number, variable: string): Error {
  if (error.code === "EADDRINUSE") return busyPort(name, port, variable);
  if (error.code === "EACCES")
    return new StartFailure(`Port ${port} is not allowed for ${name}. Choose another with ${variable}.`);
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
    return new StartFailure(`BIND: this machine has no such address (${error.code})`);
  return error;
}

export function busyPort(name: string, port: number, variable: string): StartFailure {
  return new StartFailure(
    `Port ${port} is busy, but ${name} needs it. Stop what listens there, or choose another with ${variable}.`,
  );
}

/** Lets answers that are under way finish, for a bounded time. */
async function stopServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(force);
}

const anywhere: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

/** The host under which this machine reaches a server that listens at an address, in the form of a URL. */
export function ownHost(bind: string): string {
  const host = anywhere[bind] ?? bind;
  return host.includes(":") ? `[${host}]` : host;
}
