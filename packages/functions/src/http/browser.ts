import type { Services } from "@shardwatch/core/access/context";
import type { Browser } from "@shardwatch/core/session/browser";
import type { Context } from "hono";
import { originOf } from "./address.ts";
import { clearSessionCookie, providerCookie, sessionCookie, setSessionCookie } from "./cookies.ts";

/** The browser of a request. Changes to its cookies go out with the answer. */
export function browserOf(c: Context, services: Services): Browser {
  return {
    ...originOf(c),
    session: sessionCookie(c, services),
    providerSession: providerCookie(c, services),
    setSession: (session) => {
      c.set("isKnown", true);
      setSessionCookie(c, services, session);
    },
    clearSession: () => clearSessionCookie(c, services),
  };
}
