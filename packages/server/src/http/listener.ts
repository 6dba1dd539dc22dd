import type { IncomingMessage, RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";

export type Fetch<E = object> = (request: Request, env: E) => Response | Promise<Response>;

/**
 * Answers Node's requests with an application. They are HTTP/1.1, which the library's types don't know.
 * @param hostname replaces a missing Host header, which is refused without it
 */
export function listenerOf(fetch: Fetch<{ incoming: IncomingMessage }>, hostname?: string): RequestListener {
  const answer = getRequestListener(
    (request, { incoming }) => fetch(request, { incoming: incoming as IncomingMessage }),
    hostname === undefined ? {} : { hostname },
  );
  return (incoming, outgoing) => void answer(incoming, outgoing);
}
