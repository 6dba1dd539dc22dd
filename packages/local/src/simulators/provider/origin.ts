import type { MiddlewareHandler } from "hono";

/**
 * Refuses what changes something and comes from a page of another origin than the allowed one. Browsers name the
 * origin of such a request; programs name none.
 */
export function changesOnlyFrom(allowed: (address: URL) => string): MiddlewareHandler {
  return async (context, next) => {
    if (["GET", "HEAD", "OPTIONS"].includes(context.req.method)) return await next();
    const origin = context.req.header("origin");
    if (origin === undefined || origin === allowed(new URL(context.req.url))) return await next();
    return context.text("Requests that change something are not taken from other sites.", 403);
  };
}

const thisMachine = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Only our own pages may send our forms. The host must be this machine's: a name of somebody else's that was made
 * to lead here would count as the same origin.
 */
export const changesOnlyFromHere = changesOnlyFrom(({ origin, hostname }) =>
  thisMachine.includes(hostname) ? origin : "nowhere",
);

/**
 * Where a person goes afterwards: the requested address if it is the web application's. Without one, it is
 * the start page; undefined for any other.
 */
export function returnAddress(asked: string | undefined, webOrigin: string): string | undefined {
  if (!asked) return `${webOrigin}/`;
  const address = URL.canParse(asked) ? new URL(asked) : undefined;
  return address?.origin === webOrigin ? address.href : undefined;
}
