import type { MiddlewareHandler } from "hono";
import { fieldOf } from "./forms.ts";
import { message } from "./layout.ts";

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

/** A page that leads back afterwards. */
export interface ReturnEnv {
  Variables: { redirectTo: string };
}

/**
 * Reads where a person goes afterwards: the requested address if it is the web application's. Without one, it is
 * the start page. Refuses to lead anybody to another site.
 */
export function readReturn(webOrigin: string): MiddlewareHandler<ReturnEnv> {
  return async (context, next) => {
    const isForm = context.req.method === "POST";
    const asked = isForm ? await fieldOf(context, "redirectTo") : context.req.query("redirectTo");
    const address = asked ? URL.parse(asked) : new URL(webOrigin);
    if (address?.origin !== webOrigin) {
      const sentence = "The address to return to belongs to another site, so you stay here.";
      return context.html(message("This link leads elsewhere", sentence), 400);
    }
    context.set("redirectTo", address.href);
    await next();
  };
}
