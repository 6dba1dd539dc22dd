import type { House } from "@shardwatch/core/access/context";
import type { Browser } from "@shardwatch/core/session/browser";
import type { Context } from "hono";
import { addressOf } from "./address.ts";
import { clearSessionCookie, providerCookie, sessionCookie, setSessionCookie } from "./cookies.ts";

/** The browser behind a request, whose cookies change with the answer. */
export function browserOf(c: Context, house: House): Browser {
  return {
    address: addressOf(c),
    session: sessionCookie(c, house),
    providerSession: providerCookie(c, house),
    setSession: (session) => setSessionCookie(c, house, session),
    clearSession: () => clearSessionCookie(c, house),
  };
}
