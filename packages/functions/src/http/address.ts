import type { Origin } from "@shardwatch/core/access/context";
import type { Context } from "hono";

/**
 * What the server below passes to the application: API Gateway's event on AWS, Node's request on one machine. A server
 * behind trusted proxies adds the address that it has found.
 */
interface Carried {
  clientAddress?: string | undefined;
  requestContext?: { http?: { sourceIp?: string } };
  incoming?: { socket?: { remoteAddress?: string | undefined } };
}

/**
 * The IP address of the connection, or of the caller behind trusted proxies; undefined where there is no connection.
 * Other headers do not count, because the caller writes them. API Gateway's `sourceIp` is the other end of the connection, regardless of
 * X-Forwarded-For.
 */
export function addressOf(c: Context): string | undefined {
  const carried = (c.env ?? {}) as Carried;
  return (
    carried.clientAddress ?? carried.requestContext?.http?.sourceIp ?? carried.incoming?.socket?.remoteAddress
  );
}

/** Where a request comes from, for the audit. */
export const originOf = (c: Context): Origin => ({
  address: addressOf(c),
  client: c.req.header("user-agent"),
});
