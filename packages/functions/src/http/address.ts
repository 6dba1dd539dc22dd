import type { Context } from "hono";

/** What the server under the application hands along: API Gateway's event on AWS, Node's request on one machine. */
interface Carried {
  requestContext?: { http?: { sourceIp?: string } };
  incoming?: { socket?: { remoteAddress?: string | undefined } };
}

/**
 * The IP address that the connection comes from; undefined where there is no connection. Never from a header, which
 * anybody can write: API Gateway's `sourceIp` is the caller's own end of the connection, whatever X-Forwarded-For says.
 */
export function addressOf(c: Context): string | undefined {
  const carried = (c.env ?? {}) as Carried;
  return carried.requestContext?.http?.sourceIp ?? carried.incoming?.socket?.remoteAddress;
}
