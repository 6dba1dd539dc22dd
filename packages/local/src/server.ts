import type { IncomingMessage } from "node:http";
import { listen, type ListenOptions, type RunningServer } from "@shardwatch/server/http/listen";
import { listenerOf } from "@shardwatch/server/http/listener";
import { host } from "@shardwatch/server/machine/ports";

export type { RunningServer } from "@shardwatch/server/http/listen";

export interface ServerOptions extends Pick<ListenOptions, "name" | "port" | "variable"> {
  /** @param env Node's own request, by which the application knows the caller's address */
  fetch: (request: Request, env: object) => Response | Promise<Response>;
}

/**
 * Serves requests on this machine only, and only those that ask for this machine.
 * @throws StartFailure naming the port and its variable when the port is taken
 */
export async function startServer({ fetch, ...options }: ServerOptions): Promise<RunningServer> {
  const answer = (request: Request, env: { incoming: Pick<IncomingMessage, "headers"> }) =>
    isOwnName(env.incoming.headers.host, options.port)
      ? fetch(request, env)
      : new Response(misdirected.text, { status: misdirected.status });
  return await listen({ ...options, host }, listenerOf(answer, host));
}

/** What this machine's servers are called from this machine. */
const names = ["localhost", "127.0.0.1", "[::1]"];

/** The answer to a request for another server. Its status, 421, means exactly that. */
export const misdirected = {
  status: 421,
  text: "This server is for programs and browsers of this machine. Ask it as localhost or 127.0.0.1, with its port.\n",
} as const;

/**
 * Whether a request was sent to a name of this machine. A page anywhere can give its own name our address, and would
 * then read our answers as its own: DNS rebinding. Only the Host header shows it.
 * @param asked the Host header
 */
export function isOwnName(asked: string | undefined, port: number): boolean {
  const lower = asked?.toLowerCase();
  return names.some((name) => lower === `${name}:${port}` || (isStandard(port) && lower === name));
}

/** Browsers leave out the ports of http and https. */
const isStandard = (port: number): boolean => port === 80 || port === 443;
