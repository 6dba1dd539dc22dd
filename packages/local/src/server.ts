import type { IncomingMessage } from "node:http";
import { listen, type ListenOptions, type RunningServer } from "@shardwatch/server/http/listen";
import { listenerOf } from "@shardwatch/server/http/listener";
import { host } from "@shardwatch/server/machine/ports";
import { isOwnName, misdirected } from "./own-names.ts";

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
